import type { DetailedError, Upload, UploadOptions } from "tus-js-client";
import { ApiError, refusal, texts } from "@/api/errors";
import { fetchedOnce } from "@/lib/fetchedOnce";
import type { Purpose } from "./types";

/** A piece of a file: proxies in front of the site often refuse bodies of more than 100 MB. */
const pieceBytes = 32 * 1024 * 1024;

const site = (path: string) => `${location.origin}${path}`;

type Heard = {
  /** Where the upload is, as soon as there is one. */
  onAddress: (address: string) => void;
  onProgress: (sent: number) => void;
  onDone: () => void;
  onFailed: (error: ApiError) => void;
};

type Order = { file: File; purpose: Purpose; address: string | undefined };

/** Sends one file from where it is; what it returns stops it, silently. */
export type Send = (order: Order, heard: Heard) => () => void;

/** Removes an upload from the site. */
export type Remove = (address: string) => Promise<void>;

/** The part of tus-js-client that is used. */
type Tus = {
  Upload: {
    new (file: File, options: UploadOptions): Pick<Upload, "start" | "abort" | "url">;
    terminate(url: string, options?: UploadOptions): Promise<void>;
  };
};

/** Sends by the tus protocol; its client is fetched with the first file. */
export function tusSender(load: () => Promise<Tus> = () => import("tus-js-client")) {
  const tus = fetchedOnce(load);

  const send: Send = ({ file, purpose, address }, heard) => {
    let stop = () => {};
    let stopped = false;
    tus.fetch().then(
      ({ Upload }) => {
        if (stopped) return;
        const upload = new Upload(file, {
          // With an address it is gone on with, and never begun anew behind our back.
          ...(address === undefined
            ? { endpoint: site("/api/uploads") }
            : { uploadUrl: site(address) }),
          metadata: { filename: file.name, purpose },
          chunkSize: pieceBytes,
          retryDelays: null, // the queue knows better when: it hears of the network
          storeFingerprintForResuming: false,
          onUploadUrlAvailable: () => {
            if (upload.url) heard.onAddress(new URL(upload.url, location.origin).pathname);
          },
          onProgress: heard.onProgress,
          onSuccess: heard.onDone,
          onError: (error) => heard.onFailed(refusalIn(error)),
        });
        stop = () => upload.abort();
        upload.start();
      },
      () => {
        if (!stopped) heard.onFailed(new ApiError(0, texts.unreachable()));
      },
    );
    return () => {
      stopped = true;
      stop();
    };
  };

  const remove: Remove = async (address) => {
    const { Upload } = await tus.fetch();
    await Upload.terminate(site(address), { retryDelays: [0, 1000, 3000] }).catch(
      (error: unknown) => {
        const refused = refusalIn(error);
        if (refused.status !== 404) throw refused; // it is gone already
      },
    );
  };

  return { send, remove };
}

function refusalIn(error: unknown): ApiError {
  const response = isDetailed(error) ? error.originalResponse : null;
  if (!response) return new ApiError(0, texts.unreachable());
  return refusal(
    response.getStatus(),
    parsed(response.getBody()),
    response.getHeader("Retry-After") ?? null,
  );
}

function isDetailed(error: unknown): error is DetailedError {
  return error instanceof Error && "originalResponse" in error;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
