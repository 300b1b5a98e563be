import type { Schemas } from "@/api/client";

/** What a large file is for. */
export type Purpose = Schemas["UploadsItem"]["purpose"];

/** An upload as the site knows it. */
export type KeptUpload = Schemas["UploadsItem"];

/** What may be uploaded for a purpose. */
export type Allowed = Schemas["UploadsAllowed"];

/**
 * waiting: for a place; sending; interrupted: the line broke, it goes on by itself; paused: by the
 * person; failed: it needs them; done.
 */
export type UploadState = "waiting" | "sending" | "interrupted" | "paused" | "failed" | "done";

/** A file of the queue. */
export type QueuedUpload = {
  key: string;
  name: string;
  size: number;
  purpose: Purpose;
  state: UploadState;
  /** Bytes. */
  sent: number;
  /** Milliseconds until it is done, as far as one can tell. */
  remaining: number | undefined;
  /** Why the site does not take it, where it answers. */
  problem: string | undefined;
  /** What the page that uses the file names it by, once the site knows it. */
  uploadId: string | undefined;
};
