// Starts the program of this checkout as the server that the tests ask: $DEHUSK, or target/debug/dehusk. $WORKBENCH_URL names a server
// that runs already.

import { spawn } from "node:child_process";

/** The path of the program. */
export const program = () => process.env.DEHUSK ?? new URL("../../../../target/debug/dehusk", import.meta.url).pathname;

/** Starts a server on a free port: { base, stop() }. */
export async function startServer() {
  if (process.env.WORKBENCH_URL) return { base: process.env.WORKBENCH_URL, stop: () => undefined };
  const server = spawn(program(), ["serve", "--port", "0", "--no-fetch", "--no-log"], { stdio: ["ignore", "ignore", "pipe"] });
  return { base: await address(server), stop: () => server.kill("SIGTERM") };
}

function address(server) {
  return new Promise((resolve, reject) => {
    let text = "";
    server.stderr.setEncoding("utf8");
    server.stderr.on("data", (part) => {
      text += part;
      const found = /listening on (http:\S+)/.exec(text);
      if (found) resolve(found[1]);
    });
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
}
