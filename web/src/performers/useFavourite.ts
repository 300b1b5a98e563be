import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { messageOf } from "@/api/errors";
import { toast } from "@/ui/toast";
import { performerKeys } from "./api";
import { changePerformer } from "./cache";

/** Puts a performer on the member's list or takes her off; the heart changes at once and returns when refused. */
export function useFavourite(performerId: string) {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    scope: { id: `favourite ${performerId}` }, // one after the other: "Undo" does not overtake what it undoes
    mutationFn: (isFavorite: boolean): Promise<{ isFavorite: boolean }> =>
      unwrap(
        api.POST(`/favourite/{performerId}/${isFavorite ? "like" : "unlike"}`, {
          params: { path: { performerId } },
        }),
      ),
    onMutate: (isFavorite) => changePerformer(queries, performerId, { isFavorite }),
    onError: (error, isFavorite) => {
      changePerformer(queries, performerId, { isFavorite: !isFavorite });
      toast.error(messageOf(error));
    },
    // A list that is on screen keeps whom it lost, so that the loss can be undone.
    onSuccess: ({ isFavorite }) =>
      queries.invalidateQueries({
        queryKey: performerKeys.favourites,
        refetchType: isFavorite ? "active" : "none",
      }),
  });
  return { setFavourite: mutate };
}
