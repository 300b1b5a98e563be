import { Check, Inbox, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useList } from "@/ui/useList";
import { type Held, heldMessages, useDecide } from "./api";
import { ConversationLink } from "./ConversationLink";
import { MessagePhoto } from "./MessagePhoto";
import { RefuseDialog } from "./RefuseDialog";
import { t } from "./texts";

/** The messages that wait for staff, each with what may become of it. */
export function HeldList() {
  const [list, page] = useList(paths.admin.messages, heldMessages);
  const decide = useDecide();
  const [refusing, setRefusing] = useState<Held>();
  const release = (id: string) =>
    decide.mutate(
      { id, decision: "release" },
      {
        onSuccess: () => toast.success(t("The message was sent.")),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  const releasing = decide.isPending ? decide.variables.id : undefined;
  return (
    <Card flush>
      <ListTable
        label={t("Held messages")}
        list={list}
        page={page}
        rowKey={({ _id }: Held) => _id}
        empty={
          <EmptyState title={t("No message waits")} icon={<Inbox aria-hidden />}>
            {t("What is held back until staff have looked will be here.")}
          </EmptyState>
        }
        columns={[
          { id: "when", header: t("Written"), cell: (held) => formatDateTime(held.createdAt) },
          { id: "from", header: t("From"), cell: (held) => held.senderInfo.username },
          { id: "to", header: t("To"), cell: (held) => held.recipientInfo.username },
          {
            id: "text",
            header: t("Message"),
            cell: (held) => (
              <span className="block max-w-96 whitespace-pre-wrap [overflow-wrap:anywhere]">
                {held.text}
                <MessagePhoto message={held} />
                <ConversationLink id={held.conversationId} />
              </span>
            ),
          },
          {
            id: "acts",
            header: "",
            cell: (held) => (
              <span className="flex flex-wrap gap-2 max-sm:justify-end">
                <Button
                  size="sm"
                  variant="outline"
                  pending={releasing === held._id}
                  aria-label={t("Let go: message of {username}", held.senderInfo)}
                  onClick={() => release(held._id)}
                >
                  <Check size={15} aria-hidden />
                  {t("Let go")}
                </Button>
                <Button
                  size="sm"
                  variant="danger"
                  aria-label={t("Refuse the message of {username}", held.senderInfo)}
                  onClick={() => setRefusing(held)}
                >
                  <X size={15} aria-hidden />
                  {t("Refuse")}
                </Button>
              </span>
            ),
          },
        ]}
      />
      {refusing && <RefuseDialog held={refusing} onClose={() => setRefusing(undefined)} />}
    </Card>
  );
}
