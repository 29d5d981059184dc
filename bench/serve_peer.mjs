// The peer of bench/serve_load.py: Mozilla's Readability on jsdom behind Express, as readability-js-server has them, for pages that are
// posted. The argument is a folder with these packages, such as bindings/js after `npm ci`.
import { createRequire } from "node:module";

const load = createRequire(`${process.argv[2]}/package.json`);
const [express, { JSDOM, VirtualConsole }, { Readability }] = [load("express"), load("jsdom"), load("@mozilla/readability")];

const app = express();
app.use(express.text({ type: "text/html", limit: "16mb" }));
app.post("/", (request, response) => {
  const { window } = new JSDOM(request.body, { url: "http://localhost/", virtualConsole: new VirtualConsole() });
  response.json(new Readability(window.document).parse());
  window.close();
});
const server = app.listen(0, "127.0.0.1", () => console.error(`listening on http://127.0.0.1:${server.address().port}/`));
