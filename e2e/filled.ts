import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeAdmin, type Person, program } from "./site";

/** Fills one site before the first test; every worker serves a copy of it, which takes no time. */
export default function fill() {
  const folder = mkdtempSync(join(tmpdir(), "limelight-filled-"));
  const demo = execFileSync(program, ["demo", "--json", "--data", folder], { encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
  const people: Person[] = JSON.parse(demo).accounts;
  process.env.FILLED_SITE = folder;
  process.env.FILLED_PEOPLE = JSON.stringify([makeAdmin(folder), ...people]);
  return () => rmSync(folder, { recursive: true, force: true });
}
