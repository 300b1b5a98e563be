// Finds the texts of the web app: what a file gives to the `t` of its folder, by the syntax tree.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

export const source = join(import.meta.dirname, "../src");
export const locales = join(import.meta.dirname, "../../locales");

/** The languages beside English: the folders of locales. */
export const languages = () =>
  readdirSync(locales, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name)
    .sort();

/**
 * Every file of the app by its catalogue: that of its folder, the nearest with a texts.ts, or the
 * shell's, from which entries of menus take their texts.
 */
export function filesByCatalogue() {
  const all = readdirSync(source, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  const named = new Map();
  for (const name of all.filter(
    (name) => /(^|\/)texts\.ts$/.test(name) && !name.startsWith("i18n/"),
  ))
    named.set(dirname(name), /(?:texts\("|"@\/i18n\/)([\w-]+)"\)?;\n$/.exec(read(name))?.[1]);
  const files = all.filter(
    (name) => !/\.test\.|(schema|events)\.gen\.|(^|\/)testing|StyleguidePage/.test(name),
  );
  const isShell = (name) => /^import \{ t \} from "@\/i18n\/shell"/m.test(read(name));
  return files.map((name) => ({
    name,
    catalogue: isShell(name) ? "shell" : nearest(dirname(name), named),
  }));
}

const read = (name) => readFileSync(join(source, name), "utf8");

function nearest(folder, named) {
  for (let at = folder; at !== "."; at = dirname(at)) if (named.has(at)) return named.get(at);
  return undefined;
}

/** The messages of one file with their places, and what is wrong with how it writes texts. */
export function readFile({ name, catalogue }) {
  const tree = ts.createSourceFile(
    name,
    read(name),
    ts.ScriptTarget.Latest,
    true,
    name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found = { messages: [], problems: [] };
  const place = (node) => `${name}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const wrong = (node, why) => found.problems.push(`${place(node)} ${why}`);
  const visit = (node) => {
    const call = callOf(node);
    if (call) {
      if (catalogue === undefined) wrong(node, "has texts, but its folder has no texts.ts");
      readCall(node, call, found, place, wrong);
    } else if (isFormText(node) && !within(node, ts.isFunctionLike)) {
      wrong(node, "is read before the language is known");
    } else {
      const words = englishOf(node);
      if (words !== undefined) wrong(node, `is not translated: ${JSON.stringify(words.trim())}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const isT = (node) => ts.isIdentifier(node) && node.text === "t";

// The texts of lib/validate are read when a form is checked: `{ error: () => formTexts.required }`.
const isFormText = (node) =>
  ts.isPropertyAccessExpression(node) && node.expression.getText() === "formTexts";

function callOf(node) {
  if (!ts.isCallExpression(node)) return undefined;
  const called = node.expression;
  if (isT(called)) return "t";
  const isRich = ts.isPropertyAccessExpression(called) && isT(called.expression);
  return isRich && called.name.text === "rich" ? "rich" : undefined;
}

function readCall(node, kind, { messages }, place, wrong) {
  const [message, values] = node.arguments;
  if (!message || !ts.isStringLiteralLike(message))
    return wrong(node, "is no plain text in quotes");
  if (!within(node, ts.isFunctionLike))
    return wrong(node, "is written before the language is known");
  const given =
    values && ts.isObjectLiteralExpression(values) && !values.properties.some(ts.isSpreadAssignment)
      ? values.properties.map((one) => one.name.getText())
      : values && "unknown";
  messages.push({ text: message.text, place: place(node), given: given ?? [], kind });
}

function within(node, is) {
  for (let at = node.parent; at; at = at.parent) if (is(at)) return at;
  return undefined;
}

// Values that look like words and are none that a person reads.
const silent =
  /^(class(Name)?|d|href|src|to|path|type|id|key|role|autoComplete|pattern|rel|sizes|accept|viewBox|points|media|style|font|border|[Aa]uthorization|shortcut|strokeDasharray)$|[cC]lass(Name)?$/;
const isSilentName = (name, words) =>
  silent.test(name) || (name === "name" && !/^[A-Z]/.test(words)); // of a field, or what is read
const said = /(title|textContent|innerText|placeholder|label|alt)$/i; // what may be assigned to
// Names, a path, what realtime/socket.ts answers to code, the first line of what the journal signs (features/journal/verify.ts).
const verbatim = /^(English|Stripe|Verotel|not connected|no answer|limelight journal .*|\/\w+\/)$/s;
const sentence = /[a-z,’'”“] [a-zA-Z“]|^[A-Z][a-z]+[.!?…]?$/;
const classes = /(^|\s)[!\w[\]&=>.-]*[a-z\]]+[-:[][\w[(]/;

const isClasses = (words) => classes.test(words) && !/^[A-Z]|[.,?](\s|$)/.test(words);

/** The English of a node that nobody translates; undefined for what is no text. */
export function englishOf(node) {
  if (ts.isJsxText(node)) return isWritten(node.text) ? node.text : undefined;
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return undefined;
  const written = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
    : [node.text];
  const words = written.join(" … ");
  const looks = ts.isTemplateExpression(node) ? /(^| )[A-Za-z]{2,}[.,:!?]*( |$)/ : sentence;
  if (
    !looks.test(words) ||
    (ts.isTemplateExpression(node) && !written.some((part) => part.includes(" "))) ||
    isClasses(words) ||
    verbatim.test(words) ||
    isSilent(node, words)
  )
    return undefined;
  return words;
}

const isWritten = (text) => /[A-Za-z]{2}/.test(text) && !verbatim.test(text.trim());

function isSilent(node, words) {
  const { parent } = node;
  if (
    ts.isImportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    (ts.isBinaryExpression(parent) && isComparedOrKept(parent)) ||
    ts.isCaseClause(parent)
  )
    return true;
  if (
    ts.isPropertyAssignment(parent) &&
    (parent.name === node || isSilentName(parent.name.getText(), words))
  )
    return true;
  if (ts.isElementAccessExpression(parent) || ts.isIndexedAccessTypeNode(parent)) return true;
  const holder = within(
    node,
    (at) => ts.isJsxAttribute(at) || ts.isCallExpression(at) || ts.isNewExpression(at),
  );
  if (!holder) return isNamedSilently(node);
  if (ts.isJsxAttribute(holder)) return isSilentName(holder.name.getText(), words);
  const called = holder.expression.getText();
  if (callOf(holder)) return holder.arguments[0] === node;
  return (
    /^(cx|super|\w*Error|DOMException|RegExp|Event|CustomEvent|import|querySelector)$|\.(querySelector(All)?|addEventListener|removeEventListener|setAttribute|dispatchEvent|setProperty|warn|error|GET|POST|PUT|DELETE|includes|closest|get|startsWith|endsWith|toLocaleString)$/.test(
      called,
    ) && !/^toast\./.test(called)
  );
}

function isComparedOrKept({ left, operatorToken }) {
  const operator = operatorToken.getText();
  return operator === "=" ? !said.test(left.getText()) : operator.includes("=");
}

// `const skip = "sr-only focus:…"`.
function isNamedSilently(node) {
  const variable = within(node, ts.isVariableDeclaration);
  return (
    variable !== undefined && /(class|shape|style|look|link)(es|s)?$/i.test(variable.name.getText())
  );
}
