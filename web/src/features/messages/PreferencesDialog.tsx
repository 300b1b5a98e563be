import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "@/api/errors";
import { useSession } from "@/session/api";
import { Dialog } from "@/ui/Dialog";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { Switch } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { inboxKeys, type Preferences, preferences, savePreferences } from "./api";
import { PriceOfMessages } from "./PriceOfMessages";
import { t } from "./texts";

/** What those whom one talks to may know. */
export function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const chosen = useQuery(preferences());
  const { role } = useSession();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("What others may know")}
      description={t("This holds in all your conversations.")}
    >
      <div className="mt-3">
        <Loaded query={chosen} waiting={<Skeleton className="h-40 w-full" />}>
          {(data) => <Choices chosen={data} />}
        </Loaded>
      </div>
      {role === "performer" && (
        <div className="mt-4 border-t border-line pt-4">
          <PriceOfMessages />
        </div>
      )}
    </Dialog>
  );
}

function Choices({ chosen }: { chosen: Preferences }) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: savePreferences,
    onMutate: (next) => queries.setQueryData<Preferences>(inboxKeys.preferences, next),
    onError: (error) => {
      toast.error(messageOf(error));
      queries.invalidateQueries({ queryKey: inboxKeys.preferences });
    },
  });
  const change = (changes: Partial<Preferences>) => save.mutate({ ...chosen, ...changes });
  return (
    <div className="grid gap-1">
      <Switch
        label={t("What I have read")}
        hint={t("They see when you have read their messages.")}
        checked={chosen.readMarks}
        onChange={({ target }) => change({ readMarks: target.checked })}
      />
      <Switch
        label={t("That I am writing")}
        hint={t("They see while you write to them.")}
        checked={chosen.typing}
        onChange={({ target }) => change({ typing: target.checked })}
      />
      <Switch
        label={t("That I am here")}
        hint={t("They see when you are online.")}
        checked={chosen.presence}
        onChange={({ target }) => change({ presence: target.checked })}
      />
    </div>
  );
}
