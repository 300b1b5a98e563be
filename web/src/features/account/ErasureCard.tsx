import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "@/api/client";
import { messageOf } from "@/api/errors";
import { formatDate } from "@/lib/time";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { FieldError } from "@/ui/Field";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { erasure, useWish } from "./erasure";
import { t } from "./texts";

/** The wish to be forgotten: asked for, waiting, taken back, or what has to be settled first. */
export function ErasureCard() {
  const state = useQuery(erasure());
  return (
    <Card title={t("Erase account")}>
      <Loaded query={state} waiting={<Skeleton className="h-24 rounded-md" />}>
        {(data) => (data.asked ? <Asked state={data} /> : <NotAsked state={data} />)}
      </Loaded>
    </Card>
  );
}

type StateProps = { state: Schemas["ErasureState"] };

function NotAsked({ state }: StateProps) {
  const [asks, setAsks] = useState(false);
  const wish = useWish();
  const held = state.obstacles.length > 0;
  return (
    <div className="grid gap-4">
      <p className="text-body text-fg2">
        {t(
          "We erase what we keep of you. What the law has us keep, such as the books, stays for as long as it says. You have two weeks to think better of it.",
        )}
      </p>
      {held && <Obstacles state={state} />}
      <Button
        variant="danger"
        className="justify-self-end"
        disabled={held}
        onClick={() => setAsks(true)}
      >
        {t("Erase account")}
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t("Erase your account?")}
        description={t(
          "Nothing happens for two weeks, and you can take it back here until then. Afterwards your name, your profile and your files are gone, and nobody can bring them back. What you wrote to others stays theirs, by “Deleted account”.",
        )}
        verb={t("Erase account")}
        onConfirm={() => wish.mutateAsync(true)}
      />
    </div>
  );
}

function Asked({ state }: StateProps) {
  const wish = useWish();
  return (
    <div className="grid gap-4">
      <p className="text-body text-fg2">
        {t.rich(
          "<b>Your account is to be erased.</b> You can take this back until {due}, and everything stays as it is.",
          {
            b: (words) => <strong className="text-fg">{words}</strong>,
            due: state.dueAt ? formatDate(state.dueAt) : "",
          },
        )}
      </p>
      {state.onHold && (
        <p className="text-label text-fg2">
          {t("We have put this on hold for now. It goes on when we have looked at it.")}
        </p>
      )}
      {state.obstacles.length > 0 && <Obstacles state={state} />}
      {wish.error && <FieldError>{messageOf(wish.error)}</FieldError>}
      <Button
        variant="brand"
        className="justify-self-end"
        pending={wish.isPending}
        onClick={() =>
          wish.mutate(false, { onSuccess: () => toast.success(t("Your account stays.")) })
        }
      >
        {t("Keep my account")}
      </Button>
    </div>
  );
}

function Obstacles({ state }: StateProps) {
  return (
    <div className="grid gap-1 text-label text-fg2">
      <p>{t("This has to be settled first:")}</p>
      <ul className="list-disc ps-5">
        {state.obstacles.map(({ what, title, count }) => (
          <li key={what}>
            {what === "balance"
              ? t("{title}: spend them, have them paid out, or write to us", { title })
              : t("{title}: {count} open", { title, count })}
          </li>
        ))}
      </ul>
    </div>
  );
}
