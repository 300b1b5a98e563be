import type { QueryClient } from "@tanstack/react-query";
import { ApiError, messageOf } from "@/api/errors";
import { upload } from "@/api/upload";
import { type ImageLimits, imageProblem } from "@/lib/validate";
import { sessionKeys } from "@/session/api";
import type { OwnAsset } from "@/store/own";
import { assetKeys, keepOrder } from "./api";
import type { Kind } from "./kinds";
import { isUnderWay, nothing, type Upload, uploads } from "./onTheWay";

type Batch = {
  kind: Kind;
  /** How many of an asset's files were taken since it last had nothing under way. */
  taken: number;
  /** The uploads in the order in which they were chosen. */
  order: string[];
  /** The photos that they have become. */
  photos: Map<string, string>;
};

/** So many are sent beside each other: more would only divide the line. */
const parallel = 3;
const running = new Map<string, AbortController>();
const batches = new Map<string, Batch>();
let resume: ReturnType<typeof setTimeout> | undefined;
let queries: QueryClient | undefined;
let stopWatching: (() => void) | undefined;

type Adding = {
  asset: Pick<OwnAsset, "_id" | "type">;
  files: readonly File[];
  limits: ImageLimits;
  queries: QueryClient;
};

/** Takes files into the queue; what the limits refuse is listed with its reason and never sent. */
export function addUploads({ asset, files, limits, queries: cache }: Adding) {
  const { _id: assetId, type: kind } = asset;
  belongTo(cache);
  const added = files.map((file): Upload => {
    const problem = imageProblem(file, limits);
    const id = crypto.randomUUID();
    if (problem === undefined) return { id, assetId, file, state: "waiting", share: 0 };
    return { id, assetId, file, state: "refused", share: 0, problem };
  });
  const taken = added.filter(({ state }) => state === "waiting");
  const batch: Batch = batches.get(assetId) ?? { kind, taken: 0, order: [], photos: new Map() };
  batch.taken += taken.length;
  batch.order.push(...taken.map(({ id }) => id));
  batches.set(assetId, batch);
  setList((list) => [...list, ...added]);
  work();
}

/** Takes an upload out of the queue, wherever it is on its way. */
export function cancelUpload(id: string) {
  const item = find(id);
  if (item === undefined) return;
  running.get(id)?.abort();
  running.delete(id);
  if (item.state !== "refused") discount(item.assetId);
  leave(item);
}

export function cancelUploads(assetId: string) {
  for (const { id } of listOf(assetId).filter(isUnderWay)) cancelUpload(id);
}

/** Forgets the files that were refused. */
export function dismissRefused(assetId: string) {
  for (const { id, state } of listOf(assetId)) if (state === "refused") cancelUpload(id);
}

export function retryUpload(id: string) {
  change(id, { state: "waiting", share: 0 });
  work();
}

/** Sends everything again that has failed. */
export function retryFailed(assetId?: string) {
  for (const { id, state, assetId: of } of uploads.getState().list) {
    if (state === "failed" && (assetId === undefined || assetId === of)) {
      change(id, { state: "waiting", share: 0 });
    }
  }
  work();
}

/** Drops the whole queue, such as when somebody else logs in. */
export function forgetUploads() {
  for (const control of running.values()) control.abort();
  running.clear();
  batches.clear();
  clearTimeout(resume);
  stopWatching?.();
  stopWatching = undefined;
  queries = undefined;
  uploads.setState(nothing, true);
  guard();
}

// The queue is the performer's who filled it: with the session it ends.
function belongTo(cache: QueryClient) {
  if (queries === cache) return;
  forgetUploads();
  queries = cache;
  const who = () => cache.getQueryData<{ _id: string } | null>(sessionKeys.me)?._id;
  const owner = who();
  stopWatching = cache.getQueryCache().subscribe(() => who() !== owner && forgetUploads());
}

function work() {
  guard();
  const { list, pausedUntil } = uploads.getState();
  if (pausedUntil > Date.now()) return;
  const next = list.filter(({ state }) => state === "waiting").slice(0, parallel - running.size);
  for (const item of next) send(item);
}

async function send({ id, assetId, file }: Upload) {
  const control = new AbortController();
  running.set(id, control);
  change(id, { state: "sending", share: 0 });
  const form = new FormData();
  form.set("galleryId", assetId);
  form.set("photo", file);
  try {
    const photo = await upload("/performer/performer-assets/photos", form, {
      signal: control.signal,
      onProgress: (share) => change(id, { share }),
    });
    if (running.get(id) !== control) return; // cancelled, or the queue is another's
    arrived(id, assetId, photo._id);
  } catch (error) {
    if (running.get(id) !== control) return;
    running.delete(id);
    refuse(id, assetId, error);
  }
  work();
}

function arrived(id: string, assetId: string, photoId: string) {
  running.delete(id);
  batches.get(assetId)?.photos.set(id, photoId);
  const item = find(id);
  if (item) leave(item);
}

function refuse(id: string, assetId: string, error: unknown) {
  const problem = messageOf(error);
  if (!(error instanceof ApiError)) return change(id, { state: "failed", problem });
  const { status, code, retryAfter } = error;
  if (status === 429) {
    change(id, { state: "waiting", share: 0 });
    return pause(retryAfter ?? 5);
  }
  if (status === 0 || status >= 500) return change(id, { state: "failed", share: 0, problem });
  change(id, { state: "refused", share: 0, problem });
  discount(assetId);
  // What holds for the asset holds for the rest of its files.
  if (code === "photos_full" || status === 404) {
    for (const other of listOf(assetId).filter(({ state }) => state === "waiting")) {
      change(other.id, { state: "refused", problem });
      discount(assetId);
    }
  }
  settle(assetId);
}

function pause(seconds: number) {
  clearTimeout(resume);
  uploads.setState({ pausedUntil: Date.now() + seconds * 1000 });
  resume = setTimeout(() => {
    uploads.setState({ pausedUntil: 0 });
    work();
  }, seconds * 1000);
}

function discount(assetId: string) {
  const batch = batches.get(assetId);
  if (batch) batch.taken -= 1;
}

function leave(item: Upload) {
  setList((list) => list.filter(({ id }) => id !== item.id));
  settle(item.assetId);
  work();
}

/** Shows what has arrived; when nothing of an asset is under way any more, in the order of choosing. */
async function settle(assetId: string) {
  const [batch, cache] = [batches.get(assetId), queries];
  if (batch === undefined || cache === undefined) return;
  const left = listOf(assetId).filter(({ state }) => state !== "refused");
  if (left.length > 0) {
    return cache.invalidateQueries({ queryKey: assetKeys.one(assetId) });
  }
  batches.delete(assetId);
  count();
  const order = batch.order.flatMap((id) => batch.photos.get(id) ?? []);
  await keepOrder(cache, { _id: assetId, type: batch.kind }, order);
}

function listOf(assetId: string): Upload[] {
  return uploads.getState().list.filter((item) => item.assetId === assetId);
}

function find(id: string): Upload | undefined {
  return uploads.getState().list.find((item) => item.id === id);
}

function change(id: string, part: Partial<Upload>) {
  setList((list) => list.map((item) => (item.id === id ? { ...item, ...part } : item)));
}

function setList(next: (list: readonly Upload[]) => readonly Upload[]) {
  uploads.setState(({ list }) => ({ list: next(list) }));
  count();
}

function count() {
  const counts = [...batches].map(([assetId, { taken, photos }]) => [
    assetId,
    { taken, done: photos.size },
  ]);
  uploads.setState({ counts: Object.fromEntries(counts) });
  guard();
}

// What is not sent yet is only here: closing or reloading the tab would lose it.
function guard() {
  const busy = uploads.getState().list.some(({ state }) => state !== "refused");
  if (busy) window.addEventListener("beforeunload", warn);
  else window.removeEventListener("beforeunload", warn);
}

function warn(event: BeforeUnloadEvent) {
  event.preventDefault();
}

window.addEventListener("online", () => retryFailed());
