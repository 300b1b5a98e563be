import { clocksIn } from "./clock";

/** Refusals by which a piece or a list is no longer served. */
export const refusals = [403, 404, 410];

/**
 * Somebody who saves a show's HLS as fast as it comes and asks on after it has ended: every piece
 * that is ever named, by its address alone, as a program or a cache in between could.
 */
export class Hoard {
  #pieces = new Map<string, Buffer>();
  #headers = new Map<string, Buffer>();
  #stopped = false;
  #running: Promise<void> | undefined;
  /** The last status that the list answered with. */
  status = 0;

  /** Begins with the address of any file beside the list. */
  constructor(private readonly address: string) {}

  start() {
    this.#running = this.#follow();
    this.#running.catch(() => {}); // told by stop
  }

  async stop() {
    this.#stopped = true;
    await this.#running;
  }

  async #follow() {
    while (!this.#stopped) {
      const list = await fetch(new URL("live.m3u8", this.address));
      const text = await list.text();
      this.status = list.status;
      if (list.ok) {
        const named = [...text.matchAll(/URI="([^"]+)"|^(\d+\.mp4)$/gm)].map(([, uri, line]) => uri ?? line ?? "");
        await Promise.all(named.map((name) => this.#keep(name)));
      } else await new Promise((again) => setTimeout(again, 100));
    }
  }

  async #keep(name: string) {
    const kept = name.includes("header") ? this.#headers : this.#pieces;
    if (kept.has(name)) return;
    const answer = await fetch(new URL(name, this.address));
    if (answer.ok) kept.set(name, Buffer.from(await answer.arrayBuffer()));
  }

  /** The statuses with which everything that was once served is refused now. */
  async askAgain(): Promise<number[]> {
    const names = ["index.m3u8", "live.m3u8", ...this.#headers.keys(), ...this.#pieces.keys()];
    const answers = await Promise.all(names.map((name) => fetch(new URL(name, this.address))));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    return answers.map(({ status }) => status);
  }

  /** The newest clock in everything that was ever served. */
  newest(): number {
    const header = [...this.#headers.values()].at(-1);
    if (header === undefined) throw new Error("nothing was served");
    const parts = [...this.#pieces].filter(([name]) => /^\d+\.\d+\.mp4$/.test(name)).sort(([a], [b]) => byPart(a, b));
    return Math.max(...clocksIn(Buffer.concat([header, ...parts.map(([, data]) => data)])));
  }
}

function byPart(a: string, b: string): number {
  const [one, other] = [a, b].map((name) => name.split(".").map(Number));
  return (one?.[0] ?? 0) - (other?.[0] ?? 0) || (one?.[1] ?? 0) - (other?.[1] ?? 0);
}
