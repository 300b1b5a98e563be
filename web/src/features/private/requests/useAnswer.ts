import { useQueryClient } from "@tanstack/react-query";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { endPublication } from "@/media/publication";
import { useSettings } from "@/settings/api";
import { useGo } from "@/ui/useAddress";
import { acceptRequest, declineRequest } from "../api";
import { type Answer, noteAnswering } from "./answering";
import { dropRequest } from "./useRequests";

type Asked = { id: string; conversationId: string };

/**
 * Accepts or declines a request; answers why that failed. After the acceptance what this page
 * publishes in public is ended before anything else, then the page of the show opens. The request
 * stays on the list until then, so that nobody thinks it is lost.
 */
export function useAnswer() {
  const queries = useQueryClient();
  const go = useGo();
  const { optionForPrivate } = useSettings();

  return async function answer(kind: Answer, { id, conversationId }: Asked) {
    noteAnswering(id, kind);
    try {
      if (kind === "decline") {
        await declineRequest(conversationId);
      } else {
        await acceptRequest(conversationId);
        endPublication();
        await go(paths.privateChat[optionForPrivate](conversationId, { streamId: id }));
      }
      dropRequest(queries, id);
      return undefined;
    } catch (error) {
      return messageOf(error);
    } finally {
      noteAnswering(id, undefined);
    }
  };
}
