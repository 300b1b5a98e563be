import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const program = process.env.LIMELIGHT ?? new URL("../bin/limelight", import.meta.url).pathname;

export type Role = "user" | "performer" | "studio" | "admin";
export type Person = { role: Role; username: string; password: string };

type Call = { method?: string; body?: string | FormData; headers?: Record<string, string> };

/** The login of each role, as the API names it. */
export const flows: Record<Role, string> = {
  user: "users",
  performer: "performers",
  studio: "studio",
  admin: "admin",
};

/** The built program on free ports and a folder of its own, with the demo's people and no streams. */
export class Site {
  #admin = "";

  constructor(
    readonly url: string,
    readonly people: readonly Person[],
    private readonly served: ChildProcess,
    private readonly folder: string,
  ) {}

  /** Somebody of the demo, such as its studio, or one by name. */
  person(role: Role, username?: string): Person {
    const found = this.people.find(
      (one) => one.role === role && (username === undefined || one.username === username),
    );
    if (found === undefined) throw new Error(`nobody is a ${role} called ${username}`);
    return found;
  }

  /** The path and query of the link to a page in the newest mail to an address, as the command line shows it: the back office masks it. */
  async mailedLink(to: string, page = ""): Promise<string> {
    const deadline = Date.now() + 10_000; // what is asked for by address is mailed a moment after the answer
    for (;;) {
      const link = /https?:\/\/\S+token=\S+/.exec(this.#newestMail(to))?.[0];
      if (link?.includes(page)) {
        const { pathname, search } = new URL(link);
        return pathname + search;
      }
      if (Date.now() > deadline) throw new Error(`no link to ${page} in the newest mail to ${to}`);
      await new Promise((soon) => setTimeout(soon, 100));
    }
  }

  #newestMail(to: string): string {
    const printed = spawnSync(program, ["admin", "mail", "--data", this.folder, "--to", to]);
    return printed.status === 0 ? printed.stdout.toString() : "";
  }

  /** Somebody who has just registered and followed the mailed link: a member without a token. */
  async newcomer(username: string): Promise<Person> {
    const [email, password] = [`${username}@example.com`, "a kettle on a slow stove"];
    const draft = { username, email, password, dateOfBirth: "1990-05-01" };
    await this.#ask("/auth/users/register", {
      method: "POST",
      body: JSON.stringify(draft),
      headers: { "X-Forwarded-For": strangersAddress() },
    });
    const [, query] = (await this.mailedLink(email)).split("?");
    await this.#ask(`/verification/confirm?${query}`);
    return { role: "user", username, password };
  }

  /** A performer or a studio who has registered and followed the mailed link, and whose papers were found good. */
  async verified(role: "performer" | "studio", username: string): Promise<Person> {
    const [email, password] = [`${username}@example.com`, "a lantern over the harbour"];
    const body = new FormData();
    for (const [name, value] of Object.entries({ username, email, password, dateOfBirth: "1990-05-01" })) body.set(name, value);
    const paper = new Blob([readFileSync(new URL("../demo/media/papers/HanaSilver-document.jpg", import.meta.url))], { type: "image/jpeg" });
    if (role === "performer") body.set("gender", "female");
    if (role === "performer") body.set("idVerification", paper, "passport.jpg");
    body.set("documentVerification", paper, "paper.jpg");
    await this.#ask(`/auth/${flows[role]}/register`, { method: "POST", body, headers: { "X-Forwarded-For": strangersAddress() } });
    const [, query] = (await this.mailedLink(email)).split("?");
    await this.#ask(`/verification/confirm?${query}`);

    const admin = this.person("admin");
    await this.#ask("/auth/step-up", { method: "POST", body: JSON.stringify({ password: admin.password }) });
    const { data: checks } = await this.#ask("/admin/identity-checks");
    const { _id } = checks.find(({ account }: { account: { username: string } }) => account.username === username);
    const document = { number: "C01X00T47", country: "DE", legalName: "Nobody Else" };
    const found = role === "performer" ? { type: "passport", expiry: "2050-01-01", birthDate: "1990-05-01" } : { type: "company_register" };
    await this.#ask(`/admin/identity-checks/${_id}/verify`, { method: "POST", body: JSON.stringify({ ...document, ...found }) });
    return { role, username, password };
  }

  /** Changes settings behind the app's back, as an admin elsewhere does; a second one agrees where that takes two. */
  async settings(values: Record<string, unknown>) {
    const { password } = this.person("admin"); // proved again: some settings want that every ten minutes
    await this.#ask("/auth/step-up", { method: "POST", body: JSON.stringify({ password }) });
    const { proposals } = await this.#ask("/admin/settings", { method: "PUT", body: JSON.stringify(values) });
    for (const { _id, key } of proposals) if (key in values) await this.#agrees(_id);
  }

  async #agrees(proposalId: string) {
    const [, second] = this.people.filter(({ role }) => role === "admin");
    if (second === undefined) throw new Error("there is no second admin");
    const { username, password } = second;
    const { token } = await this.#send("/auth/admin/login", {
      method: "POST",
      body: JSON.stringify({ username, password }),
    });
    const headers = { Authorization: `Bearer ${token}` };
    await this.#send("/auth/step-up", { method: "POST", body: JSON.stringify({ password }), headers });
    await this.#send(`/admin/settings/proposals/${proposalId}/approve`, { method: "POST", headers });
  }

  /** Writes into the site's database what would take the API minutes. */
  write(sql: string) {
    write(this.folder, sql);
  }

  // biome-ignore lint/suspicious/noExplicitAny: what the API answers is for the test to judge.
  async #ask(path: string, request: Call = {}): Promise<any> {
    if (this.#admin === "") {
      const { username, password } = this.person("admin");
      const login = await this.#send("/auth/admin/login", {
        method: "POST",
        body: JSON.stringify({ username, password }),
      });
      this.#admin = login.token;
    }
    return this.#send(path, request);
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async #send(path: string, request: Call): Promise<any> {
    const headers = new Headers(request.headers);
    if (typeof request.body === "string") headers.set("Content-Type", "application/json");
    if (this.#admin && !headers.has("Authorization")) headers.set("Authorization", `Bearer ${this.#admin}`);
    const answer = await fetch(`${this.url}/api${path}`, { ...request, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  }

  async stop() {
    this.served.kill("SIGTERM");
    if (this.served.exitCode === null) await once(this.served, "exit");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let strangers = 0;

/**
 * An address that nobody came from before, for X-Forwarded-For: few may register from one, and
 * these tests are all on one machine.
 */
export function strangersAddress(): string {
  return `198.51.100.${++strangers}`;
}

/** The first admin of a site, by the command line. */
export function makeAdmin(folder: string): Person {
  const ada: Person = { role: "admin", username: "ada", password: "seven velvet curtains" };
  const made = ["--email", "ada@example.com", "--username", ada.username, "--password-stdin"];
  execFileSync(program, ["admin", "create", "--data", folder, ...made], { input: `${ada.password}\n` });
  return ada;
}

/** A site that has only an admin, who may work without a second factor, as the demo's may. */
function begin(folder: string): Person {
  execFileSync(program, ["migrate", "--data", folder]);
  write(folder, "INSERT INTO settings (key, value, updated_by, updated_at) VALUES ('requireTwoFactor', 'false', '', 0);");
  return makeAdmin(folder);
}

function write(folder: string, sql: string) {
  const input = `PRAGMA busy_timeout = 10000;\nBEGIN IMMEDIATE;\n${sql}\nCOMMIT;\n`;
  const written = spawnSync("sqlite3", ["-bail", join(folder, "limelight.db")], { input });
  if (written.status !== 0) throw new Error(`the database refuses: ${written.stderr}`);
}

/**
 * Starts a copy of the filled site, or one that has nothing but somebody of each role. Its own log is shown, so that what
 * went wrong in it is seen beside the test.
 */
export async function openSite({ development = false, streams = false, pseudoLanguages = false, empty = false } = {}): Promise<Site> {
  const { FILLED_SITE = "", FILLED_PEOPLE = "[]" } = process.env; // see filled.ts
  const folder = mkdtempSync(join(tmpdir(), "limelight-"));
  if (!empty) cpSync(FILLED_SITE, folder, { recursive: true });
  const people: Person[] = empty ? [begin(folder)] : JSON.parse(FILLED_PEOPLE);

  const address = `127.0.0.1:${await freePort()}`;
  const media = await Promise.all([freeUDP(), freePort(), freeUDP()]);
  const served = spawn(
    program,
    [
      ...["serve", "--data", folder, "--addr", address, "--metrics=", "--log-level=warn", "--video-nice=0"],
      "--disable-avif", // which of every picture of the demo would take the machine from the browsers
      ...(development ? ["--development"] : []), // payments are the sandbox's
      ...(pseudoLanguages ? ["--pseudo-languages"] : []), // and those whose translation is unfinished
      ...(streams ? ["--demo"] : []), // eight performers are live
      "--internal-host=127.0.0.1", // where what stands in for X is, see x.ts
      ...["--trusted-proxy=127.0.0.1", "--trusted-proxy=::1"], // see strangersAddress
      ...[`--media-udp=${media[0]}`, `--media-tcp=${media[1]}`, `--media-turn=${media[2]}`],
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await Promise.race([
    once(served.stdout, "data"), // it says where it is
    once(served, "exit").then(([code]) => {
      throw new Error(`the program ended with ${code}`);
    }),
  ]);
  const site = new Site(`http://localhost:${address.split(":")[1]}`, people, served, folder);
  if (empty) people.push(await site.newcomer("tom"), await site.verified("performer", "nina"), await site.verified("studio", "stella"));
  return site;
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer().once("error", failed);
    server.listen(0, () => {
      const at = server.address();
      server.close(() => found(typeof at === "object" && at ? at.port : 0));
    });
  });
}

function freeUDP(): Promise<number> {
  return new Promise((found, failed) => {
    const socket = createSocket("udp4").once("error", failed);
    socket.bind(0, () => {
      const { port } = socket.address();
      socket.close(() => found(port));
    });
  });
}
