import type { Receive } from "./receive";

/** Fetches the media client only when there is somebody to see. */
export const receiveLazily: Receive = async (address, events) => {
  const { receive } = await import("./receive");
  return receive(address, events);
};
