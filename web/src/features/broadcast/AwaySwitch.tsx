import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "@/api/errors";
import { FieldError } from "@/ui/Field";
import { LoadFailure } from "@/ui/States";
import { Switch } from "@/ui/Toggle";
import { broadcastKeys, me, say } from "./api";
import { t } from "./texts";

/** Says on her card and in her room that she is away for a moment (spec §4). The show itself goes on. */
export function AwaySwitch({ brief = false }: { brief?: boolean }) {
  const queries = useQueryClient();
  const found = useQuery(me());
  const { data } = found;
  const change = useMutation({
    mutationFn: (away: boolean) => say(away ? "away" : "available"),
    onSuccess: (performer) => queries.setQueryData(broadcastKeys.me, performer),
  });
  const away = change.isPending ? change.variables : data?.availability === "away";
  return (
    <div>
      <Switch
        label={brief ? t("Away") : t("I am away for a moment")}
        hint={brief ? undefined : t("Your card and your room say so until you switch it off.")}
        checked={away}
        disabled={change.isPending || data === undefined}
        onChange={({ target }) => change.mutate(target.checked)}
      />
      <LoadFailure query={found} what={t("Whether you are away")} />
      {change.error && <FieldError>{messageOf(change.error)}</FieldError>}
    </div>
  );
}
