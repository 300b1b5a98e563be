import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Play, Plus, Target, Trash2 } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { Button, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Progress } from "@/ui/Progress";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { goalKeys, type OwnGoal, ownGoals, useAddGoal, useChangeGoal, useRemoveGoal } from "./api";
import { GoalForm } from "./GoalForm";
import { t } from "./texts";

const maxOpen = 20;

/** My goals: the one that is being raised, those to come, and the last ones reached. */
export function GoalsCard() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(ownGoals());
  const [adding, setAdding] = useState(false);
  const add = useAddGoal();
  useSocketEvent("room/goal", () => queries.invalidateQueries({ queryKey: goalKeys.own() }));

  if (error && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton alone className="h-64 w-full rounded-lg" />;
  const goals = data.data;
  const open = goals.filter(({ state }) => state !== "done");
  const empty = goals.length === 0 && !adding;
  return (
    <Card
      title={t("Goals")}
      aside={
        !adding &&
        !empty && (
          <Button size="sm" disabled={open.length >= maxOpen} onClick={() => setAdding(true)}>
            <Plus size={16} aria-hidden />
            {t("Add a goal")}
          </Button>
        )
      }
    >
      {adding && (
        <div className="mb-4 rounded-md border border-line bg-s2/40 p-4">
          <GoalForm
            onCancel={() => setAdding(false)}
            onSave={async (plan) => {
              await add.mutateAsync(plan);
              setAdding(false);
            }}
          />
        </div>
      )}
      {empty && (
        <EmptyState
          title={t("No goals yet")}
          icon={<Target aria-hidden />}
          action={
            <Button variant="brand" onClick={() => setAdding(true)}>
              {t("Add a goal")}
            </Button>
          }
        >
          {t(
            "Tips of your public room count towards a goal that everybody in the room sees. What goes beyond it counts for the next one.",
          )}
        </EmptyState>
      )}
      <ul aria-label={t("Goals")} className="grid gap-3">
        {goals.map((goal) => (
          <GoalRow key={goal._id} goal={goal} />
        ))}
      </ul>
    </Card>
  );
}

function GoalRow({ goal }: { goal: OwnGoal }) {
  const [editing, setEditing] = useState(false);
  const change = useChangeGoal();
  const remove = useRemoveGoal();
  const fail = { onError: (error: Error) => toast.error(messageOf(error)) };
  const { _id: id, title, target, start, auto, state } = goal;

  if (editing) {
    return (
      <li className="rounded-md border border-line bg-s2/40 p-4">
        <GoalForm
          goal={goal}
          onCancel={() => setEditing(false)}
          onSave={async (body) => {
            await change.mutateAsync({ id, body });
            setEditing(false);
          }}
        />
      </li>
    );
  }
  return (
    <li className="rounded-md border border-line bg-s2/40 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 text-body font-semibold [overflow-wrap:anywhere]">{title}</p>
        <span className="flex">
          {state === "waiting" && (
            <IconButton
              label={t("Start {title}", { title })}
              onClick={() =>
                change.mutate({ id, body: { title, target, start, auto, current: true } }, fail)
              }
            >
              <Play size={18} aria-hidden />
            </IconButton>
          )}
          {state !== "done" && (
            <IconButton label={t("Change {title}", { title })} onClick={() => setEditing(true)}>
              <Pencil size={18} aria-hidden />
            </IconButton>
          )}
          <IconButton
            label={t("Remove {title}", { title })}
            onClick={() => remove.mutate(id, fail)}
          >
            <Trash2 size={18} aria-hidden />
          </IconButton>
        </span>
      </div>
      {state === "waiting" || (
        <Progress label={title} value={goal.reached} max={target} className="mt-1" />
      )}
      <p className="tnum mt-1.5 text-caption text-fg2">{words(goal)}</p>
    </li>
  );
}

function words({ state, done, reached, target, surplus, auto }: OwnGoal): string {
  const sums = { reached, target, next: auto ? "auto" : "own" };
  if (state === "waiting")
    return t(
      "To come · {reached} of {target, plural, one {# token} other {# tokens}} · {next, select, auto {the next goal begins by itself} other {then you start the next goal}}",
      sums,
    );
  if (state === "done")
    return t("Reached · {count, plural, one {# token} other {# tokens}}", { count: target });
  if (!done)
    return t(
      "In the room now · {reached} of {target, plural, one {# token} other {# tokens}} · {next, select, auto {the next goal begins by itself} other {then you start the next goal}}",
      sums,
    );
  if (surplus === 0) return t("Reached! Start or add the next goal.");
  return t(
    "Reached! {count, plural, one {# token} other {# tokens}} more wait for the next goal.",
    { count: surplus },
  );
}
