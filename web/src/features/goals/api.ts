import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";

export type Goal = Schemas["GoalsView"];
export type OwnGoal = Schemas["GoalsOwnGoal"];
export type Plan = Schemas["GoalsPlanBody"];

export const goalKeys = {
  all: ["goals"] as const,
  own: () => [...goalKeys.all, "own"] as const,
  current: (performerId: string) => [...goalKeys.all, "current", performerId] as const,
};

/** What a performer's room collects for; null for nothing. */
export function currentGoal(performerId: string) {
  return queryOptions({
    queryKey: goalKeys.current(performerId),
    queryFn: async ({ signal }): Promise<Goal | null> => {
      const query = { performerId };
      const { goal } = await unwrap(api.GET("/goals/search", { params: { query }, signal }));
      return goal ?? null;
    },
  });
}

/** My goals: the current one, those to come, and the last ones reached. */
export const ownGoals = () => apiQuery(goalKeys.own(), "/goals");

export function useAddGoal() {
  return useChange((body: Plan) => unwrap(api.POST("/goals", { body })));
}

type Changed = { id: string; body: Plan & { current?: boolean } };

/** Changes a goal, or starts it. */
export function useChangeGoal() {
  return useChange(({ id, body }: Changed) =>
    unwrap(api.PUT("/goals/{id}", { params: { path: { id } }, body })),
  );
}

export function useRemoveGoal() {
  return useChange((id: string) => unwrap(api.DELETE("/goals/{id}", { params: { path: { id } } })));
}

function useChange<In, Out>(mutationFn: (input: In) => Promise<Out>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queries.invalidateQueries({ queryKey: goalKeys.all }),
  });
}
