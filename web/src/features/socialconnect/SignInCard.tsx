import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDate } from "@/lib/time";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { available, signIn, useUnlink } from "./api";
import { ConnectButton } from "./ConnectButton";
import { Ended } from "./Ended";
import { t } from "./texts";

/** By which account of X a member logs in. Nothing where the site has none. */
export function SignInCard() {
  const site = useQuery(available());
  const mine = useQuery({ ...signIn(), enabled: site.data?.signIn === true });
  if (!site.data?.signIn) return null;
  return (
    <Card title={t("Log in with X (Twitter)")}>
      <Ended />
      <Loaded query={mine} waiting={<Skeleton className="h-24 rounded-md" />}>
        {({ identity }) =>
          identity ? (
            <Linked username={identity.username} since={identity.connectedAt} />
          ) : (
            <div className="grid gap-4">
              <p className="text-body text-fg2">
                {t(
                  "Connect your account of X (Twitter) to log in with it instead of your password. We post nothing and see no password of yours there.",
                )}
              </p>
              <ConnectButton className="justify-self-end">{t("Connect X (Twitter)")}</ConnectButton>
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

function Linked({ username, since }: { username: string; since: string }) {
  const [asks, setAsks] = useState(false);
  const unlink = useUnlink();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 text-body [overflow-wrap:anywhere]">
        {t.rich("You log in as <b>@{username}</b>, connected on {date}.", {
          username,
          date: formatDate(since),
          b: (words) => <strong dir="ltr">{words}</strong>,
        })}
      </p>
      <Button variant="ghost" className="ms-auto" onClick={() => setAsks(true)}>
        {t("Disconnect")}
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t("No longer log in with X (Twitter)?")}
        description={t(
          "From then on you log in with your password. If you have never chosen one, ask for a link under “Forgot password?” on the login page.",
        )}
        verb={t("Disconnect")}
        onConfirm={async () => {
          await unlink.mutateAsync();
          toast.success(t("X (Twitter) is disconnected"));
        }}
      />
    </div>
  );
}
