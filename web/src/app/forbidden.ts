import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { texts } from "@/api/errors";
import { sessionKeys } from "@/session/api";
import { toast } from "@/ui/toast";
import { paths } from "./paths";

/** A refused act leads home and is said (spec §8); staff who are to have a second factor, to its set-up. */
export function leaveForbidden(queries: QueryClient, router: Pick<AnyRouter, "navigate">) {
  return (code: string | undefined) => {
    if (code === "two_factor_wanted") {
      // since a moment ago
      queries.invalidateQueries({ queryKey: sessionKeys.me });
      router.navigate({ to: paths.admin.login() });
      return;
    }
    router.navigate({ to: paths.home() });
    // One refused page may make several refused calls.
    toast.error(texts.forbidden(), { id: "forbidden" });
  };
}
