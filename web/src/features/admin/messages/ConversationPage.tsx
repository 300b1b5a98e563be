import { useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Card, PageHeader } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { useParam } from "@/ui/useAddress";
import { conversation } from "./api";
import { t } from "./texts";

/** /admin/messages/{id}: what two people have said, to be read only. */
export default function ConversationPage() {
  useTitle(t("Conversation"));
  const found = useQuery(conversation(useParam(paths.admin.conversation)));
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
                  <li key={message._id}>
                    <p className="flex flex-wrap items-center gap-2 text-caption text-fg3">
                      <b className="font-semibold text-fg">{message.senderInfo.username}</b>
                      <time dateTime={message.createdAt}>{formatDateTime(message.createdAt)}</time>
                      {message.isHeld && <Badge tone="gold">{t("Waiting for review")}</Badge>}
                    </p>
                    <p className="text-body whitespace-pre-wrap [overflow-wrap:anywhere]">
                      {message.isDeleted ? (
                        <i className="text-fg3">{message.text}</i>
                      ) : (
                        message.text
                      )}
                    </p>
                  </li>
                ))}
              </ol>
            </Card>
          )
        }
      </Loaded>
    </div>
  );
}
