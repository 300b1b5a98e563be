import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { currentLanguage } from "@/i18n/language";
import { loadInTheEnd } from "@/lib/loadInTheEnd";
import { useSession } from "./api";

/** Changes the page to the language of the account, after a login and when it was changed elsewhere. */
export function useAccountLanguage() {
  const queries = useQueryClient();
  const { session } = useSession();
  const chosen = session?.language;
  useEffect(() => {
    if (!chosen || chosen === currentLanguage().code) return;
    loadInTheEnd(() => import("./language")).then(({ speakAs }) => speakAs(queries, chosen));
  }, [chosen, queries]);
}
