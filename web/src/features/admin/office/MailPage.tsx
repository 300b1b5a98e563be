import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { FieldError } from "@/ui/Field";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { Tabs } from "@/ui/Tabs";
import { useParam } from "@/ui/useAddress";
import { type Mail, mail } from "./api";
import { linked, withOutwardLinks } from "./letter";
import { t } from "./texts";

/** /admin/mails/{id}: one mail as it was written. */
export default function MailPage() {
  const id = useParam(paths.admin.mail);
  const found = useQuery(mail(id));
  useTitle(found.data?.subject ?? t("Mail"));
  return (
    <div className="max-w-[860px]">
      <LinkButton href={paths.admin.mails()} variant="ghost" className="mb-3 -ms-4">
        <ArrowLeft className="rtl:-scale-x-100" size={18} aria-hidden />
        {t("Mailbox")}
      </LinkButton>
      <Loaded query={found} waiting={<Skeleton className="h-96 w-full rounded-lg" />}>
        {(data) => <Opened found={data} />}
      </Loaded>
    </div>
  );
}

function Opened({ found }: { found: Mail }) {
  const { subject, to, createdAt, failure, text, html } = found;
  const [shows, setShows] = useState<"text" | "html">(html ? "html" : "text");
  return (
    <>
      <PageHeader title={subject}>
        {t("To {to}, {createdAt}", { to, createdAt: formatDateTime(createdAt) })}
      </PageHeader>
      {failure && <FieldError>{failure}</FieldError>}
      <Card>
        {text || html ? (
          <Tabs
            label={t("Versions")}
            tabs={[
              { id: "html", label: t("As designed") },
              { id: "text", label: t("Text only") },
            ]}
            selected={shows}
            onSelect={setShows}
          >
            {shows === "html" && html ? (
              <iframe
                // Links open outside; scripts, forms and this site's origin stay out of reach.
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                title={subject}
                srcDoc={withOutwardLinks(html)}
                className="h-[60dvh] w-full rounded-md border border-line bg-white"
              />
            ) : (
              <TextBody text={text ?? ""} />
            )}
          </Tabs>
        ) : (
          <EmptyState title={t("The text is gone")}>
            {t(
              "It is erased once a mail was sent, since it may hold a link that logs somebody in.",
            )}
          </EmptyState>
        )}
      </Card>
    </>
  );
}

function TextBody({ text }: { text: string }) {
  return (
    <pre className="font-sans text-body break-words whitespace-pre-wrap">
      {linked(text).map(({ at, words, href }) =>
        href === undefined ? (
          <span key={at}>{words}</span>
        ) : (
          <a
            key={at}
            href={href}
            target="_blank"
            rel="noopener"
            className="text-brand-ink underline"
          >
            {words}
          </a>
        ),
      )}
    </pre>
  );
}
