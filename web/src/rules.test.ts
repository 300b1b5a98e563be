/** The rules of the web side that the linter cannot say. */
const files = import.meta.glob<string>("./**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const own = Object.entries(files).filter(([name]) => !name.endsWith(".gen.ts"));

/** A feature may have been taken out (scripts/removal.sh). */
const isHere = (name = "") => `./${name}` in files;

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
  expect(offenders((text, name) => !name.includes("rules.test") && cast.test(code(text)))).toEqual(
    [],
  );
});

test("how numbers and dates are written is decided in one place", () => {
  const named = /"en-[A-Z]{2}"|toLocale\w*String\(\)/;
  expect(named.test('value.toLocaleString("en-US")')).toBe(true);
  const others = (name: string) => !/i18n\/locale\.ts/.test(name);
  expect(offenders((text, name) => others(name) && named.test(text))).toEqual([]);
});

test("sides are those of the line, which begins at the right in some languages", () => {
  // What is centred by its half is at both sides alike.
  const physical =
    /(?<=["'`\s:])-?(?:(?:scroll-)?[mp][lr]-[\w[(]|(?:left|right)-(?!1\/2)[\d[(a]|(?:text|float|clear)-(?:left|right)\b|border-[lr]\b|rounded-[tb]?[lr]\b)/;
  for (const name of [
    "ml-auto",
    "lg:-mr-2",
    "left-[13px]",
    "text-right",
    "border-l",
    "rounded-tl-md",
  ])
    expect(physical.test(` ${name} `)).toBe(true);
  for (const name of ["ms-auto", "left-1/2", "text-start", "border-line", "rounded-lg", "border-s"])
    expect(physical.test(` ${name} `)).toBe(false);
  const styled = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  const drawn = (name: string) => !/\.test\./.test(name);
  expect(offenders((text, name) => drawn(name) && physical.test(styled(text)))).toEqual([]);
});

test("no file is longer than 450 lines", () => {
  expect(offenders((text) => text.split("\n").length > 450)).toEqual([]);
});

/** The files of the app that a file names, types included. */
function importsOf(name: string, text: string): string[] {
  const named = text.matchAll(/^(?:import|export)\s[^;]*?"((?:@|\.\.?)\/[^"]+)";$/gm);
  return [...named].flatMap(([, way = ""]) => {
    const { pathname } = new URL(way.replace("@", ""), new URL(name, "http://src"));
    return [`.${pathname}.ts`, `.${pathname}.tsx`].filter((file) => file in files);
  });
}

/** What is left when files that name no other, or that no other names, are taken away again and again. */
function circlesIn(names: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(names);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    const named = new Set([...left.values()].flat());
    for (const [name, others] of left)
      if (!named.has(name) || !others.some((other) => left.has(other))) left.delete(name);
  }
  return [...left.keys()];
}

test("no files name each other in a circle", () => {
  expect(importsOf("./a/b/c.ts", 'import { x } from "../../lib/cx";')).toEqual(["./lib/cx.ts"]);
  expect(importsOf("./a.ts", 'import {\n  x,\n} from "@/ui/Card";')).toEqual(["./ui/Card.tsx"]);
  expect(
    circlesIn(
      new Map([
        ["a", ["b"]],
        ["b", ["a"]],
        ["c", ["a"]],
        ["d", []],
      ]),
    ),
  ).toEqual(["a", "b"]);
  const names = new Map(own.map(([name, text]) => [name, importsOf(name, text)]));
  expect(circlesIn(names)).toEqual([]);
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
  const others = (name: string) => !name.includes("rules.test");
  expect(offenders((text, name) => others(name) && lonelyError.test(text))).toEqual([]);
});

/** Queries whose failure is said elsewhere, or changes nothing a person sees: file, query, and why. */
const saidElsewhere: Record<string, string> = {
  "features/admin/finance/FinancePage.tsx balances": "the figures below it say so",
  "features/admin/identity/IdentityCheckPage.tsx queue":
    "only finds the next check; else the list is next",
  "features/assets/useLargeFiles.ts myUploads": "UploadList in the same card says so",
  "features/auth/RegisterPerformerPage.tsx invitation":
    "the invitation's code is sent all the same",
  "features/auth/RegisterUserPage.tsx invitation": "the invitation's code is sent all the same",
  "features/broadcast/useStage.ts liveEarnings": "EarnedStrip says so",
  "features/browse/BrowsePage.tsx categories": "the filters below the title say so",
  "features/shop/CoolOffCard.tsx limits": "LimitsCard above it says so",
  "features/shop/SpendingNotice.tsx limits": "the server refuses the purchase in the same words",
  "features/shop/TopUpSheet.tsx payment": "PaymentState in the same sheet says so",
  "features/home/Hero.tsx performerProfile": "the card's own picture stands in",
  "features/messages/WelcomeLine.tsx performerProfile":
    "her welcome is an extra; the chat is there",
  "features/messages/UnreadBadge.tsx totalUnread": "the number is missing; the next event tells it",
  "features/notices/Bell.tsx unreadNotices": "the number is missing; the next event tells it",
  "features/notices/NoticePanel.tsx unreadNotices": "the list in the same panel says so",
  "features/notices/NoticesPage.tsx unreadNotices": "the list below it says so",
  "features/peekin/PeekSheet.tsx receipt": "the plain words for an end by the balance stand in",
  "features/private/ask/Waiting.tsx currentShow":
    "asked again every few seconds; the countdown goes on",
  "features/private/show/PrivateShow.tsx waitingShow": "the button goes live all the same",
  "features/room/Room.tsx publicConversation": "RoomChat, in the same room, says so",
  "features/socialconnect/PostsCard.tsx available": "whether there is such a card at all",
  "features/socialconnect/SignInCard.tsx available": "whether there is such a card at all",
  "features/socialconnect/SignInWays.tsx available": "the form stands without the other way",
  "features/store/PurchasedList.tsx begunVideos": "the whole list below it says so",
  "features/wheel/SettingsWheelPage.tsx results": "ResultList beside it says so",
  "session/api.ts currentSession":
    "pages behind a login say so; public ones show what a guest sees",
  "store/Trailer.tsx askPlayback": "the cover stays, and the page of the video says so",
  "ui/useList.ts ask": "whoever shows the list says so; useList is looked at as useQuery is",
};

/** The queries of a file whose error nothing reads. */
function silentQueries(text: string): string[] {
  const found = code(text).matchAll(
    /(?:const (?:\[(?=\w))?(\{[^}]*\}|\w+)(?:, \w+\])? = |(return |query=\{))?\buse(?:Query|List)\(([^;]*)/g,
  );
  return [...found]
    .filter(([whole, target, passedOn]) => {
      if (/\)\s*\.data\b/.test(whole)) return true;
      if (passedOn !== undefined) return false;
      if (target === undefined) return true;
      if (target.startsWith("{")) return !/\b(error|isError)\b/.test(target);
      const reads = new RegExp(
        `\\b${target}\\.(error|isError)\\b|[{(]${target}[})]|\\breturn ${target};`,
      );
      // Pagination reads where a list ends, and no error.
      const rest = code(text)
        .replace(whole, "")
        .replaceAll(/<Pagination\s+list=\{\w+\}/g, "");
      return !reads.test(rest);
    })
    .map(([, , , asked = ""]) => asked.match(/\w+(?=\()/)?.[0] ?? asked);
}

test("no query fails silently", () => {
  expect(silentQueries("const list = useQuery(banners()).data ?? [];")).toEqual(["banners"]);
  expect(silentQueries("const { data } = useQuery({ ...me(), enabled });")).toEqual(["me"]);
  expect(silentQueries("const list = useQuery(banners());\nuse(list.data);")).toEqual(["banners"]);
  expect(silentQueries("const { data, error } = useQuery(me());")).toEqual([]);
  expect(silentQueries("const list = useQuery(me());\n<Loaded query={list} />")).toEqual([]);
  expect(silentQueries("const list = useQuery(me());\n<Pagination list={list} />")).toEqual(["me"]);
  expect(silentQueries("const [rows, page] = useList(paths.x, () => me());")).toEqual(["me"]);
  const shown = "const [rows, page] = useList(paths.x, () => me());\n<ListTable list={rows} />";
  expect(silentQueries(shown)).toEqual([]);
  const silent = own
    .filter(([name]) => !/\.test\.|\/testing/.test(name))
    .flatMap(([name, text]) => silentQueries(text).map((query) => `${name.slice(2)} ${query}`));
  const known = Object.keys(saidElsewhere).filter((entry) => isHere(entry.split(" ")[0]));
  expect([...new Set(silent)].sort()).toEqual(known.sort());
});

// What such a page would say of itself, such as "Nobody has ordered yet", is not so.
const saysEmpty = (text: string) => /<Pagination\b/.test(text) && !/rowsOf\(|isBeyond\(/.test(text);
// An address may carry more words, and a place further away, than the API takes.
const asksUnbound = (text: string) =>
  /\bquery\.q \?\?|\{ q = "".*\} = query\b|\bNumber\(query\./.test(text);

test("a list that moves by pages knows one beyond its end, and asks for what the API takes", () => {
  expect(saysEmpty("rows={list.data?.data}\n<Pagination list={list} />")).toBe(true);
  expect(saysEmpty("rows={rowsOf(list.data)}\n<Pagination list={list} />")).toBe(false);
  expect(asksUnbound('const q = query.q ?? "";')).toBe(true);
  expect(asksUnbound('const { q = "", status } = query;')).toBe(true);
  expect(asksUnbound("const offset = Number(query.people) || 0;")).toBe(true);
  expect(asksUnbound("const q = keywordOf(query);\nconst offset = offsetOf(query);")).toBe(false);
  const shown = (name: string) => !/\.test\.|ui\/Pagination|StyleguidePage/.test(name);
  const others = (name: string) => !name.includes("SettingsWheelPage"); // ResultList looks
  expect(offenders((text, name) => shown(name) && others(name) && saysEmpty(text))).toEqual([]);
  const field = ["./app/layouts/SearchForm.tsx"]; // shows the words, and asks for nothing
  expect(offenders((text, name) => shown(name) && asksUnbound(text))).toEqual(field);
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
  const bare = text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, "")
    .replace(/\bperformer(?= \{)/g, ""); // a case of a choice: {role, select, performer {You} …}
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
