import { ApiError } from "@/api/errors";
import { serverNow } from "@/lib/serverTime";
import type { LostReason, Playback } from "./types";

/** Thrown instead of addresses once a video may no longer be seen. */
export class LostError extends Error {
  readonly reason: LostReason;

  constructor(reason: LostReason) {
    super(`The video may no longer be seen: ${reason}.`);
    this.reason = reason;
  }
}

const reasons: Record<number, LostReason> = {
  401: "signedOut",
  403: "refused",
  404: "gone",
  410: "gone",
};

/** What an answer of this status says about the right to a video; undefined when it says nothing. */
export function lostBy(status: number): LostReason | undefined {
  return reasons[status];
}

export function lostByError(error: unknown): LostReason | undefined {
  return error instanceof ApiError ? lostBy(error.status) : undefined;
}

/** How long before its end a token is renewed at most, in milliseconds. */
const early = 60_000;
/** How long until a server that did not answer is asked again, in milliseconds. */
const pause = 3000;

type RightsOptions = {
  first: Playback;
  /** Asks for fresh addresses. */
  load: () => Promise<Playback>;
  /** Whether somebody watches: only then a token is renewed before anything needs it. */
  isWatched: () => boolean;
};

type RightsListener = {
  onRenewed: (playback: Playback) => void;
  onLost: (reason: LostReason) => void;
  /** Whether the server answers. */
  onReachable: (isReachable: boolean) => void;
};

export type Rights = ReturnType<typeof openRights>;

/** Keeps the addresses of a video valid, and says when its viewer may no longer see it. */
export function openRights({ first, load, isWatched }: RightsOptions) {
  let playback = first;
  let renewAt = dueOf(first);
  let coming: Promise<Playback> | undefined;
  let lost: LostError | undefined;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<RightsListener>();
  const tell = (say: (listener: RightsListener) => void) => {
    for (const listener of listeners) say(listener);
  };

  function plan() {
    clearTimeout(timer);
    if (closed || lost) return;
    timer = setTimeout(
      () => {
        if (isWatched()) renew().catch(() => {}); // onLost has said it
      },
      Math.max(0, renewAt - serverNow()),
    );
  }

  function renew(): Promise<Playback> {
    coming ??= ask().finally(() => {
      coming = undefined;
    });
    return coming;
  }

  async function ask(): Promise<Playback> {
    for (;;) {
      if (lost) throw lost;
      try {
        const next = await load();
        if (closed) return next;
        playback = next;
        renewAt = dueOf(next);
        tell((listener) => listener.onReachable(true));
        tell((listener) => listener.onRenewed(next));
        plan();
        return next;
      } catch (error) {
        const reason = lostByError(error);
        if (reason !== undefined) throw lose(reason);
        if (closed) throw error;
        tell((listener) => listener.onReachable(false));
        await onlineOr(pause);
        if (closed) throw error;
      }
    }
  }

  function lose(reason: LostReason): LostError {
    lost = new LostError(reason);
    clearTimeout(timer);
    if (!closed) tell((listener) => listener.onLost(reason));
    return lost;
  }

  plan();
  return {
    get playback() {
      return playback;
    },
    /** Addresses that are good for a request now; they may be asked for first. Throws LostError. */
    async fresh(): Promise<Playback> {
      if (lost) throw lost;
      if (coming === undefined && serverNow() < renewAt) return playback;
      return renew();
    },
    /** An address was refused: unless it was an old one, the next request asks for fresh ones first. */
    doubt(address: string) {
      if (tokenOf(address) === tokenOf(playback.playlist)) renewAt = 0;
    },
    /** Whether an address would be refused for its age. */
    isOld(address: string): boolean {
      return tokenOf(address) !== tokenOf(playback.playlist) || serverNow() >= renewAt;
    },
    listen(listener: RightsListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

function dueOf({ expiresAt }: Playback): number {
  const [end, now] = [Date.parse(expiresAt), serverNow()];
  return end - Math.min(early, Math.max(0, end - now) / 2);
}

/** Until the network is back, or for a while. */
export function onlineOr(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener("online", done);
  });
}

const place = /(\/media\/videos\/)([^/?#]+)(\/)/;

function tokenOf(address: string): string | undefined {
  return place.exec(address)?.[2];
}

/** An address of a video with the token of its present playlist instead of its own. */
export function withToken(address: string, { playlist }: Playback): string {
  const token = tokenOf(playlist);
  if (token === undefined) return address;
  return address.replace(place, (_, before: string, _old: string, after: string) =>
    [before, token, after].join(""),
  );
}
