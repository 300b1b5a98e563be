/** The rules of the web side that the linter cannot say. */
const files = import.meta.glob<string>("./**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const own = Object.entries(files).filter(([name]) => !name.endsWith(".gen.ts"));

function offenders(rule: (text: string, name: string) => boolean): string[] {
  return own.filter(([name, text]) => rule(text, name)).map(([name]) => name);
}

const cast =
  /(?<!import \*|\w,|\{) as (?!const\b)[A-Z{[(]\w*|\bas (any|unknown|never|string|number)\b/;
const code = (text: string) =>
  text.replace(/^import[\s\S]*?;$/gm, "").replace(/\/\*[\s\S]*?\*\/|\/\/.*|"[^"]*"|`[^`]*`/g, "");

test("nothing is cast", () => {
  expect(cast.test(code("const a = b as Foo;"))).toBe(true);
  expect(cast.test(code("const a = [b as unknown];"))).toBe(true);
  expect(cast.test(code('const a = [b] as const; // as Foo, "as Foo"'))).toBe(false);
  expect(offenders((text, name) => !name.includes("house.test") && cast.test(code(text)))).toEqual(
    [],
  );
});

test("no file is longer than 450 lines", () => {
  expect(offenders((text) => text.split("\n").length > 450)).toEqual([]);
});

test("only pages are default exports", () => {
  const lazy = /(Page|Toaster)\.tsx$/;
  expect(offenders((text, name) => /^export default/m.test(text) && !lazy.test(name))).toEqual([]);
});

// `if (error) return <ErrorState` and `{list.error && <ErrorState`: the error alone decides.
const lonelyError =
  /(?:if \(|\{)!?(?:\w+\.)?(?:error|isError)(?:\)| &&| \?)\s*(?:\{?\s*return|\()?\s*<ErrorState/;

test("a failed refresh never replaces what is on screen: ui/Loaded, or a look at the data", () => {
  expect(lonelyError.test("if (error) return <ErrorState error={error} />")).toBe(true);
  expect(lonelyError.test("{list.error && (\n  <ErrorState error={list.error} />")).toBe(true);
  expect(lonelyError.test("{error && data === undefined && <ErrorState error={error} />")).toBe(
    false,
  );
  const others = (name: string) => !name.includes("house.test");
  expect(offenders((text, name) => others(name) && lonelyError.test(text))).toEqual([]);
});

test("what is remembered goes through lib/storage, which a browser may refuse", () => {
  const direct = /\b(local|session)Storage\b/;
  const others = (name: string) => !name.includes("lib/storage") && !/test/.test(name);
  expect(offenders((text, name) => others(name) && direct.test(code(text)))).toEqual([]);
});

// A text that a person reads: a quoted one of several words, or what stands between tags.
const quoted = /(["`])(?:(?!\1)[^\n])*?(?<![{./$\w-])performers?(?![\w.(/-])(?:(?!\1)[^\n])*\1/gi;
const between = /[>}]([^<>{}=;()]*(?<![./\w-])performers?(?![\w.(/-])[^<>{}=;()]*)[<{]/gi;
const spoken = (text: string) => {
  const bare = text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, "");
  return [...bare.matchAll(quoted), ...bare.matchAll(between)].some(([found]) =>
    /[a-z] [a-z]/i.test(found.slice(1, -1)),
  );
};

test("texts call a performer what the operator does: useLabels", () => {
  expect(spoken('const a = "Pay the performer";')).toBe(true);
  expect(spoken("<p>\n  Ask a performer or\n  a studio\n</p>")).toBe(true);
  expect(spoken("<p>when {name} asks performers in it</p>")).toBe(true);
  expect(spoken('const performer = x as "performer"; // the performer is')).toBe(false);
  expect(spoken("<Card performer={performer} of={performers.length} />")).toBe(false);
  const others = (name: string) => !/\.test\.|\/testing/.test(name);
  expect(offenders((text, name) => others(name) && spoken(text))).toEqual([]);
});
