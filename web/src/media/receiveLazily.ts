import { fetchedOnce } from "@/lib/fetchedOnce";
import type { Receive } from "./receive";

const client = fetchedOnce(() => import("./receive"));

/** Fetches the media client only when there is somebody to see, unless the page brought it (opening.ts). */
export const receiveLazily: Receive = async (address, events) => {
  const receive = window.receive ?? (client.here ?? (await client.fetch())).receive;
  return receive(address, events);
};

/** Fetches it before, in a quiet moment: the browser's own media parts are started as well. */
export async function prepareToReceive() {
  if (!window.receive) await client.fetch();
  new RTCPeerConnection().close();
}
