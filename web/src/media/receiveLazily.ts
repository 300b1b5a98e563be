import { fetchedOnce } from "@/lib/fetchedOnce";
import type { Receive } from "./receive";

const client = fetchedOnce(() => import("./opening"));

/** Fetches the media client only when there is somebody to see. */
export const receiveLazily: Receive = async (address, events) => {
  const { receive } = client.here ?? (await client.fetch());
  return receive(address, events);
};

/** Fetches it before, in a quiet moment: the browser's own media parts are started as well. */
export async function prepareToReceive() {
  await client.fetch();
  new RTCPeerConnection().close();
}
