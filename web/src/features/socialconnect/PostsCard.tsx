import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { available, type Connection, connection, useDisconnect } from "./api";
import { ConnectButton } from "./ConnectButton";
import { Ended } from "./Ended";
import { PostList } from "./PostList";
import { TextForm } from "./TextForm";
import { t } from "./texts";

/** A performer's posts on X when she is live: connect, what is posted, what became of it. Nothing where the site has none. */
export function PostsCard() {
  const site = useQuery(available());
  const mine = useQuery({ ...connection(), enabled: site.data?.posts === true });
  if (!site.data?.posts) return null;
  return (
    <Card title={t("X (Twitter)")} aside={mine.data?.connected && <State connection={mine.data} />}>
      <Ended />
      <Loaded query={mine} waiting={<Skeleton className="h-40 rounded-md" />}>
        {(data) => (data.connected ? <Connected connection={data} /> : <NotConnected />)}
      </Loaded>
    </Card>
  );
}

function State({ connection }: { connection: Connection }) {
  if (connection.needsReconnect) return <Badge tone="danger">{t("Connect again")}</Badge>;
  const isOn = connection.isActive && connection.autoTweet && !connection.hidden;
  return <Badge tone={isOn ? "ok" : "neutral"}>{isOn ? t("On") : t("Off")}</Badge>;
}

function NotConnected() {
  return (
    <div className="grid gap-4">
      <p className="text-body text-fg2">
        {t(
          "Tell your followers on X (Twitter) that you are live, without doing anything: a text of yours with the address of your room, at most once an hour. Nothing else is ever posted.",
        )}
      </p>
      <ConnectButton variant="brand" className="justify-self-end">
        {t("Connect X (Twitter)")}
      </ConnectButton>
    </div>
  );
}

function Connected({ connection }: { connection: Connection }) {
  const { username, needsReconnect, hidden } = connection;
  const [asks, setAsks] = useState(false);
  const disconnect = useDisconnect();
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 text-body [overflow-wrap:anywhere]">
          {t.rich("Connected as <b>@{username}</b>", {
            username,
            b: (words) => <strong dir="ltr">{words}</strong>,
          })}
        </p>
        <Button variant="ghost" className="ms-auto" onClick={() => setAsks(true)}>
          {t("Disconnect")}
        </Button>
      </div>
      {needsReconnect && (
        <div role="alert" className="grid gap-3 rounded-md bg-danger-soft px-4 py-3">
          <p className="text-label text-danger-ink">
            {t(
              "X (Twitter) no longer lets us post for you. Nothing is posted until you connect it again.",
            )}
          </p>
          <ConnectButton variant="brand" className="justify-self-start">
            {t("Connect again")}
          </ConnectButton>
        </div>
      )}
      {hidden && (
        <p className="rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink">
          {t(
            "You block a country or are not listed. X (Twitter) is read everywhere, so nothing is posted while that is so.",
          )}
        </p>
      )}
      <TextForm connection={connection} />
      <PostList posts={connection.posts} />
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t("Disconnect X (Twitter)?")}
        description={t("Nothing is posted any more, and your text is forgotten.")}
        verb={t("Disconnect")}
        onConfirm={async () => {
          await disconnect.mutateAsync();
          toast.success(t("X (Twitter) is disconnected"));
        }}
      />
    </div>
  );
}
