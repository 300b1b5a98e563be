import type { Publish } from "./publisher";

/** Fetches the media client only when somebody goes live. */
export const publishLazily: Publish = async (address, camera, events) => {
  const { publish } = await import("./publisher");
  return publish(address, camera, events);
};
