import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { ApiError, texts } from "@/api/errors";
import { currentLanguage, type Language, languages, speak } from "@/i18n/language";
import { toast } from "@/ui/toast";
import { sessionKeys, useSession } from "./api";

const year = 365 * 24 * 60 * 60;

/** Changes the page, and what is asked for without it, such as the next page and the sockets. */
async function speakHere(queries: QueryClient, language: Language) {
  await speak(language);
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet.
  document.cookie = `language=${language.code}; path=/; max-age=${year}; samesite=lax${secure}`;
  // Answers have words of the server's, such as the names of countries.
  await queries.invalidateQueries();
}

/** Chooses the language of this device and, when somebody is logged in, of their account. */
export function useChooseLanguage() {
  const queries = useQueryClient();
  const { isLoggedIn } = useSession();
  return useMutation({
    mutationFn: async (language: Language) => {
      if (isLoggedIn) {
        const me = await unwrap(api.PUT("/users", { body: { language: language.code } }));
        queries.setQueryData(sessionKeys.me, me);
      }
      await speakHere(queries, language);
    },
    onError: (error) => {
      toast.error(error instanceof ApiError ? error.message : texts.unreachable());
    },
  });
}

/** The page speaks the language that an account has chosen, here or on another device. */
export async function speakAs(queries: QueryClient, chosen: string) {
  const language = languages.find(({ code }) => code === chosen);
  if (language === undefined || language.code === currentLanguage().code) return;
  await speakHere(queries, language).catch(() => {}); // unreachable: the next page comes in it
}
