// Validates test vectors with ajv: node validate.mjs FOLDER-WITH-NODE-MODULES FOLDER-WITH-VECTORS
//
// ajv knows nothing of this project, and the project's own tests use another validator.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [modules, folder] = process.argv.slice(2).map((name) => resolve(name));
const { default: Ajv } = createRequire(join(modules, "anything.js"))("ajv/dist/2020.js");

const read = (...path) => JSON.parse(readFileSync(join(folder, ...path), "utf8"));

const names = readdirSync(join(folder, "schema"));
const schemas = names.map((name) => read("schema", name));
const ajv = new Ajv({ strict: true, strictTuples: false, strictRequired: false, allErrors: false, schemas });
const validator = (kind) => ajv.getSchema(`https://archipel.invalid/costa_ruana/vector-${kind}.schema.json`);

let files = 0;
let wrong = 0;

function validate(kind, ...path) {
  const document = read(...path), check = validator(kind);
  files += 1;
  if (!check(document)) {
    wrong += 1;
    console.log(`${path.join("/")}: ${ajv.errorsText(check.errors)}`);
  }
  return document;
}

for (const { id, kind, file } of validate("manifest", "manifest.json").suites) {
  const suite = validate("suite", file);
  for (const { file: name } of suite.files) validate(kind, id, name);
}
console.log(`ajv: ${names.length} schemas, ${files} files, ${wrong} wrong`);
process.exitCode = wrong || !files ? 1 : 0;
