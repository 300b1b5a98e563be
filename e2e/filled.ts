import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Person, program } from "./site";

/** Fills one site before the first test; every worker serves a copy of it, which takes no time. */
export default function fill() {
  const folder = mkdtempSync(join(tmpdir(), "limelight-filled-"));
  const people: Person[] = JSON.parse(run(["demo", "--json", "--data", folder])).accounts;
  const ada: Person = { role: "admin", username: "ada", password: "seven velvet curtains" };
  const made = ["--email", "ada@example.com", "--username", ada.username, "--password-stdin"];
  run(["admin", "create", "--data", folder, ...made], `${ada.password}\n`);
  process.env.FILLED_SITE = folder;
  process.env.FILLED_PEOPLE = JSON.stringify([ada, ...people]);
  return () => rmSync(folder, { recursive: true, force: true });
}

function run(args: string[], input = ""): string {
  return execFileSync(program, args, { input, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
}
