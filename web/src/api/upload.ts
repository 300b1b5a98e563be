import { refused } from "./client";
import { ApiError, texts } from "./errors";
import type { paths } from "./schema.gen";

type Uploads = keyof paths;

type Answering<T> = { responses: { 200: { content: { "application/json": { data: T } } } } };

/** What a POST to the path, or a PUT where there is none, answers in `data`. */
type Answer<P extends Uploads> = paths[P] extends { post: Answering<infer T> }
  ? T
  : paths[P] extends { put: Answering<infer T> }
    ? T
    : unknown;

export type UploadOptions = {
  /** The share of bytes sent so far, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  method?: "POST" | "PUT";
  /** Values of `{name}` parts of the path. */
  path?: Record<string, string>;
};

/** Sends a multipart form and reports progress, which fetch cannot. Throws ApiError like `unwrap`. */
export function upload<P extends Uploads & string>(
  path: P,
  form: FormData,
  options: UploadOptions = {},
): Promise<Answer<P>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(options.method ?? "POST", address(path, options.path));
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    request.onerror = () => reject(new ApiError(0, texts.unreachable()));
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body?.data);
      else reject(refused(request.status, body, request.getResponseHeader("Retry-After")));
    };
    options.signal?.addEventListener(
      "abort",
      () => {
        request.abort();
        reject(new DOMException("The upload was cancelled.", "AbortError"));
      },
      { once: true },
    );
    request.send(form);
  });
}

function address(path: string, values: Record<string, string> = {}) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
  return `${location.origin}/api${filled}`;
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
