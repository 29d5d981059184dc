// `dehusk methods`: lists the methods and presets.

/** The width of a line in columns: that of the smallest common terminal. */
const WIDTH = 80;
const INDENT = 4;
const DEEP_INDENT = 8;

export function methodsText(methods) {
  const texts = methods.filter(({ presetOf }) => presetOf === null).map(methodText);
  return [...texts, presetsText(methods)].join("\n");
}

function methodText({ name, summary, paper, params }) {
  const described = params.map((param) => wrap(`--param ${param.name}=${param.default} (${param.values})`, INDENT) + wrap(param.doc, DEEP_INDENT));
  return `${name}\n${wrap(summary, INDENT)}${wrap(`Paper: ${paper}`, INDENT)}${described.join("")}`;
}

function presetsText(methods) {
  const presets = methods.filter(({ presetOf }) => presetOf !== null);
  const texts = presets.map((preset) => `${preset.name}\n${wrap(preset.summary, INDENT)}${wrap(setting(preset), INDENT)}`);
  return wrap("Presets: named combinations of a method and parameters, used like methods", 0) + texts.join("");
}

/** The command line that a preset stands for. */
function setting({ presetOf, sets }) {
  return `--method ${presetOf}${sets.map(([name, value]) => ` --param ${name}=${value}`).join("")}`;
}

/** Wraps text into indented lines. A word that is too long gets its own line. */
function wrap(text, indent) {
  const lines = [];
  let line = "";
  for (const word of text.split(" ").filter(Boolean)) {
    if (line !== "" && indent + [...line].length + 1 + [...word].length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].map((each) => `${" ".repeat(indent)}${each}\n`).join("");
}
