// The server that the tests ask: the program of this checkout.

export const program = () => process.env.DEHUSK ?? new URL("../../../../target/debug/dehusk", import.meta.url).pathname;
export async function startServer() { return { base: process.env.WORKBENCH_URL, stop() {} }; }
