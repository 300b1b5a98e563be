import { MessageCircle, Reply } from "lucide-react";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { buttonClass } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { isBeyond, Pagination } from "@/ui/Pagination";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { type ContactMessage, contactMessages } from "./api";
import { t } from "./texts";

/** /admin/contact-messages: what visitors wrote in the contact form. */
export default function ContactMessagesPage() {
  useTitle(t("Contact messages"));
  const [list, page] = useList(paths.admin.contactMessages, (offset) => contactMessages(offset));
  return (
    <div className="max-w-[860px]">
      <PageHeader title={t("Contact messages")}>
        {t("What visitors wrote in the contact form.")}
      </PageHeader>
      {list.error && list.data === undefined && (
        <ErrorState error={list.error} onRetry={list.refetch} />
      )}
      {(list.data ? isBeyond(list.data) : list.isPending) && (
        <Skeleton alone className="h-48 w-full rounded-lg" />
      )}
      {list.data?.total === 0 && (
        <EmptyState title={t("Nobody has written yet")} icon={<MessageCircle aria-hidden />} />
      )}
      <ul className="grid gap-4">
        {list.data?.data.map((message) => (
          <li key={message._id}>
            <Message message={message} />
          </li>
        ))}
      </ul>
      <Pagination list={list} {...page} />
    </div>
  );
}

function Message({
  message: { name, email, subject, message, createdAt },
}: {
  message: ContactMessage;
}) {
  const reply = `mailto:${email}?subject=${encodeURIComponent(t("Re: {subject}", { subject: subject || t("your message") }))}`;
  return (
    <Card
      title={subject || t("Without a subject")}
      aside={
        <a href={reply} className={buttonClass("outline", "sm")}>
          <Reply size={15} aria-hidden />
          {t("Reply")}
        </a>
      }
    >
      <p className="mb-3 text-caption text-fg3">
        {name}, {email}, {formatDateTime(createdAt)}
      </p>
      <p className="text-body break-words whitespace-pre-wrap">{message}</p>
    </Card>
  );
}
