import { ApiError } from "@/api/errors";
import { createRetry } from "@/lib/retry";
import { createTask } from "@/lib/task";
import type { Camera } from "@/media/camera";
import type { Publication, Publish, Quality } from "@/media/publisher";
import type { Show, Start } from "./api";

const pauses = [2000];

export type SenderSeams = {
  camera: Camera;
  goLive(start: Start): Promise<Show>;
  openShow(): Promise<Show | undefined>;
  publish: Publish;
};

/** What becomes of the show that is sent from here. */
export type SenderEvents = {
  /** Viewers can see her: at the start, and again when the show had to be sent anew. */
  onAir(show: Show): void;
  /** The connection has mended itself. */
  onBack(): void;
  /** The picture is lost; it is being brought back. */
  onLost(): void;
  /** It is not sent from here any more: what is open now, if anything; and who ended it, the server or a long loss. */
  onGone(open: Show | undefined, why: "removed" | "network"): void;
  onQuality(quality: Quality): void;
  /** Whether pictures arrive at the server now; undefined while that is not known yet. */
  onFrames(flow: boolean | undefined): void;
};

/**
 * Sends one show from this page and keeps it up. The engine's client mends short
 * losses itself; after that the show is asked for anew every 2 s until it is
 * over. It is resumed, never opened a second time.
 */
export function createSender({ camera, goLive, openShow, publish }: SenderSeams, on: SenderEvents) {
  let publication: Publication | undefined;
  let show: Show | undefined;
  const task = createTask();
  const retry = createRetry(pauses);

  /** Sends the show that is being opened or resumed. Throws what refuses it. */
  async function begin(opening: Promise<Show>) {
    close();
    await send(await opening);
  }

  async function send(opened: Show) {
    const isMine = task.begin();
    const address = opened.publish?.webrtc;
    if (address === undefined) throw new Error("The server did not say where to send to.");
    const made = await publish(address, camera, {
      onLost: on.onLost,
      onBack: on.onBack,
      onQuality: on.onQuality,
      onFrames: (flow) => isMine() && on.onFrames(flow),
      onEnded: (why) => isMine() && ended(why),
    });
    if (!isMine()) return made.close();
    publication = made;
    show = opened;
    on.onAir(opened);
  }

  function ended(why: "network" | "removed") {
    publication = undefined;
    on.onFrames(false);
    on.onLost();
    if (why === "network") resume();
    else letGo();
  }

  async function resume() {
    const isMine = task.join();
    try {
      const open = await openShow();
      if (!isMine()) return;
      if (open === undefined || open.sessionId !== show?.sessionId)
        return on.onGone(open, "network");
      const again = await goLive({ title: open.title, takeover: false });
      if (isMine()) await send(again);
    } catch (error) {
      if (show === undefined) return; // closed meanwhile
      if (elsewhere(error)) letGo();
      else retry.later(resume);
    }
  }

  // Another device took over, or the show was ended: the server knows which.
  async function letGo() {
    const isMine = task.join();
    try {
      const open = await openShow();
      if (isMine()) on.onGone(open, "removed");
    } catch {
      if (isMine()) retry.later(letGo);
    }
  }

  function close() {
    task.end();
    on.onFrames(undefined);
    retry.cancel();
    publication?.close();
    publication = undefined;
    show = undefined;
  }

  return { begin, close };
}

/** Another device publishes this show. */
export function elsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.code === "already_live";
}
