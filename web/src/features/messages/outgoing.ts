import { createStore } from "zustand/vanilla";
import type { Sale } from "./SellDialog";

/** A photo that was chosen for a conversation, and that the server does not have yet. */
export type OutgoingPhoto = {
  /** The clientId of its line. */
  id: string;
  /** For which conversation of whom it was chosen. */
  draft: string;
  file: File;
  /** Where this browser shows it from. */
  url: string;
  width: number;
  height: number;
  /** It is a line already, and on its way as soon as its turn comes. */
  isWritten: boolean;
  /** How much of it is sent, from 0 to 1. */
  share: number;
  /** It is sold. */
  sale?: Sale | undefined;
};

/** How many are sent together. */
export const maxTogether = 4;

// Of a file that the browser cannot draw; the server will say what is wrong with it.
const unknownShape = { width: 4, height: 3 };

/** The photos by their ids, in the order in which they were chosen. They stay when another page is looked at. */
export const outgoing = createStore<ReadonlyMap<string, OutgoingPhoto>>(() => new Map());

/** The photos that wait beside the field of a conversation. */
export const chosenFor = (photos: ReadonlyMap<string, OutgoingPhoto>, draft: string) =>
  [...photos.values()].filter((photo) => photo.draft === draft && !photo.isWritten);

/** Puts photos beside the field. */
export async function choose(draft: string, files: readonly File[]) {
  const photos = await Promise.all(
    files.map(async (file): Promise<OutgoingPhoto> => {
      const url = URL.createObjectURL(file);
      const shape = await shapeOf(url).catch(() => unknownShape);
      return { id: crypto.randomUUID(), draft, file, url, ...shape, isWritten: false, share: 0 };
    }),
  );
  change((known) => new Map([...known, ...photos.map((photo) => [photo.id, photo] as const)]));
}

/** Takes those beside the field away, to be lines. */
export function takeChosen(draft: string): OutgoingPhoto[] {
  const taken = chosenFor(outgoing.getState(), draft);
  for (const { id } of taken) update(id, { isWritten: true });
  return taken;
}

/** Puts a price on those beside the field, or takes it from them. */
export function sellChosen(draft: string, sale: Sale | undefined) {
  for (const { id } of chosenFor(outgoing.getState(), draft)) update(id, { sale });
}

export function update(id: string, part: Partial<OutgoingPhoto>) {
  const before = outgoing.getState().get(id);
  if (before) change((known) => new Map(known).set(id, { ...before, ...part }));
}

/** Forgets a photo: it was removed, or the server's picture is shown in its place. */
export function forgetPhoto(id: string) {
  const photo = outgoing.getState().get(id);
  if (photo === undefined) return;
  URL.revokeObjectURL(photo.url);
  change((known) => new Map([...known].filter(([other]) => other !== id)));
}

async function shapeOf(url: string) {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}

function change(step: (known: ReadonlyMap<string, OutgoingPhoto>) => Map<string, OutgoingPhoto>) {
  outgoing.setState(step(outgoing.getState()), true);
  guard();
}

// They are only here: closing or reloading the tab would lose them.
function guard() {
  const isWaiting = [...outgoing.getState().values()].some(({ share }) => share < 1);
  if (isWaiting) window.addEventListener("beforeunload", warn);
  else window.removeEventListener("beforeunload", warn);
}

function warn(event: BeforeUnloadEvent) {
  event.preventDefault();
}
