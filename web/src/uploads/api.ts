import type { QueryClient } from "@tanstack/react-query";
import { apiQuery } from "@/api/queries";
import { uploadTargets } from "./remembered";
import { tusSender } from "./send";

export const uploadKeys = { mine: ["uploads"] as const };

/** My uploads that nothing uses yet, newest first, and what may be uploaded. */
export const myUploads = () =>
  apiQuery(
    uploadKeys.mine,
    "/uploads",
    {},
    {
      staleTime: 0,
    },
  );

/** Where an upload is, as the protocol names it. */
export const addressOf = (uploadId: string) => `/api/uploads/${uploadId}`;

/** The id in such an address. */
export const idIn = (address: string) => address.slice(address.lastIndexOf("/") + 1);

const { remove } = tusSender();

/** Removes an upload of mine that nothing uses. */
export async function discardUpload(uploadId: string, queries: QueryClient) {
  await remove(addressOf(uploadId));
  await forgetUpload(uploadId, queries);
}

/** What is known here of an upload goes, when the site has it no more: nothing is done with it again. */
export async function forgetUpload(uploadId: string, queries: QueryClient) {
  uploadTargets.forget(uploadId);
  await queries.cancelQueries({ queryKey: uploadKeys.mine }); // it may have been read before
  queries.setQueryData(
    myUploads().queryKey,
    (mine) => mine && { ...mine, data: mine.data.filter(({ _id }) => _id !== uploadId) },
  );
  queries.invalidateQueries({ queryKey: uploadKeys.mine });
}
