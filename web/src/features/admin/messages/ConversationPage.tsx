import { useQuery } from "@tanstack/react-query";
import { MessageCircle, Trash2 } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { useParam } from "@/ui/useAddress";
import { conversation, type Message } from "./api";
import { DeleteDialog } from "./DeleteDialog";
import { MessagePhoto } from "./MessagePhoto";
import { t } from "./texts";

/** /admin/messages/{id}: what two people have said, of which staff delete what must not stand. */
export default function ConversationPage() {
  useTitle(t("Conversation"));
  const found = useQuery(conversation(useParam(paths.admin.conversation)));
  const [deleting, setDeleting] = useState<Message>();
  return (
    <div className="max-w-[860px]">
      <PageHeader title={t("Conversation")}>
        {t("The newest 100 messages. That you have looked is in the audit log.")}
      </PageHeader>
      <Loaded query={found} waiting={<Skeleton className="h-96 w-full rounded-lg" />}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={t("No messages")} icon={<MessageCircle aria-hidden />} />
          ) : (
            <Card>
              <ol className="grid gap-4">
                {data.toReversed().map((message) => (
                  <Line key={message._id} message={message} onDelete={() => setDeleting(message)} />
                ))}
              </ol>
            </Card>
          )
        }
      </Loaded>
      {deleting && <DeleteDialog message={deleting} onClose={() => setDeleting(undefined)} />}
    </div>
  );
}

/** One message, with its photo and what was tipped with it. */
function Line({ message, onDelete }: { message: Message; onDelete: () => void }) {
  const { senderInfo, createdAt, isHeld, isDeleted, type, token, label, text } = message;
  const { username } = senderInfo;
  return (
    <li className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-caption text-fg3">
          <b className="font-semibold text-fg">{username}</b>
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          {isHeld && <Badge tone="gold">{t("Waiting for review")}</Badge>}
        </p>
        {type === "tip" && token !== undefined && (
          <p className="text-body">
            {t("A tip of {tokens} tokens", { tokens: formatTokens(token) })}
          </p>
        )}
        {label && <p className="text-body text-fg2">{label}</p>}
        <MessagePhoto message={message} />
        <p className="text-body whitespace-pre-wrap [overflow-wrap:anywhere]">
          {isDeleted ? <i className="text-fg3">{text}</i> : text}
        </p>
      </div>
      {!isDeleted && !isHeld && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t("Delete the message of {username}", { username })}
          onClick={onDelete}
        >
          <Trash2 size={15} aria-hidden />
        </Button>
      )}
    </li>
  );
}
