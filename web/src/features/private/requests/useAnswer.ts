import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { endPublication } from "@/media/publication";
import { useSettings } from "@/settings/api";
import { useAddress } from "@/ui/useAddress";
import { acceptRequest, declineRequest } from "../api";
import { dropRequest } from "./useRequests";

type Asked = { id: string; conversationId: string };

/**
 * Accepts or declines a request. After the acceptance what this page publishes in
 * public is ended before anything else, then the page of the show opens.
 */
export function useAnswer() {
  const queries = useQueryClient();
  const { go } = useAddress();
  const { optionForPrivate } = useSettings();
  const [busy, setBusy] = useState<"accept" | "decline">();
  const [problem, setProblem] = useState<string>();

  async function answer(kind: "accept" | "decline", { id, conversationId }: Asked) {
    setBusy(kind);
    setProblem(undefined);
    try {
      if (kind === "decline") await declineRequest(conversationId);
      else await acceptRequest(conversationId);
      dropRequest(queries, id);
      if (kind === "decline") return true;
      endPublication();
      await go(paths.privateChat(conversationId, id, optionForPrivate));
      return true;
    } catch (error) {
      setProblem(messageOf(error));
      return false;
    } finally {
      setBusy(undefined);
    }
  }

  return { answer, busy, problem };
}
