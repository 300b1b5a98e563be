/**
 * What weighs much wants a fresh proof of who it is: the server answers such a call with 403
 * `step_up_required`. The client asks here and, once the proof is given, makes the same call again;
 * whoever made it, and the form they filled in, notice nothing.
 */
export const stepUpCode = "step_up_required";

type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Says who asks the person. The returned function ends that. */
export function onStepUp(listener: Ask): () => void {
  ask = listener;
  return () => {
    if (ask === listener) ask = undefined;
  };
}

/** The code of a refusal, which can still be read afterwards. */
export async function codeOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const code: unknown = typeof body === "object" && body ? Reflect.get(body, "error") : undefined;
  return typeof code === "string" ? code : undefined;
}

const fetched = (request: Request) => globalThis.fetch(request);

/** Calls, and calls again after the person has proved who they are. Calls at one time share one question. */
export async function withStepUp(request: Request, call = fetched): Promise<Response> {
  const again = request.clone();
  const response = await call(request);
  if (ask === undefined || response.status !== 403) return response;
  if ((await codeOf(response)) !== stepUpCode) return response;
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return (await asking) ? call(again) : response;
}
