import type { Quality } from "@/media/publisher";
import type { Show } from "./api";
import type { Phase, Source } from "./machine";

/** How long a show waits for a lost picture, in milliseconds (behaviours.md, metering 6). */
export const grace = 30_000;

export type BroadcastState = {
  phase: Phase;
  /** Her open show, once known: the one on air, or one that waits to be resumed. */
  show: Show | undefined;
  source: Source;
  viewers: number;
  mostViewers: number;
  quality: Quality | undefined;
  /** Pictures of this page arrive at the server; undefined while that is not known yet. */
  flows: boolean | undefined;
  /** Why going live was refused; `isElsewhere` asks whether to take over. */
  refusal: { message: string; isElsewhere: boolean } | undefined;
  /** What she called the show when she last pressed Go live. */
  title: string;
  isStopping: boolean;
};

export const nothing: BroadcastState = {
  phase: { name: "idle" },
  show: undefined,
  source: "here",
  viewers: 0,
  mostViewers: 0,
  quality: undefined,
  flows: undefined,
  refusal: undefined,
  title: "",
  isStopping: false,
};
