import { FileArchive } from "lucide-react";
import { messageOf } from "@/api/errors";
import { formatDate } from "@/lib/time";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { FieldError } from "@/ui/Field";
import { FileLink } from "@/ui/FileLink";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { type Archive, useArchives, useAskArchive } from "./exports";
import { t } from "./texts";

/** What the site keeps of me, as an archive to fetch. */
export function DataCard() {
  const list = useArchives();
  const ask = useAskArchive();
  const waits = list.data?.data.some(({ status }) => status === "waiting");
  return (
    <Card title={t("My data")}>
      <div className="grid gap-4">
        <p className="text-body text-fg2">
          {t(
            "An archive with everything that we keep of you: a page to read, and files for programs. It takes some minutes; we tell you when it is ready.",
          )}
        </p>
        <Loaded query={list} waiting={<Skeleton className="h-11 rounded-md" />}>
          {({ data }) =>
            data.length > 0 && (
              <ul className="grid divide-y divide-line">
                {data.map((archive) => (
                  <Row key={archive._id} archive={archive} />
                ))}
              </ul>
            )
          }
        </Loaded>
        {ask.error && <FieldError>{messageOf(ask.error)}</FieldError>}
        <Button
          variant="outline"
          className="justify-self-end"
          pending={ask.isPending}
          disabled={waits === true}
          onClick={() => ask.mutate()}
        >
          {t("Ask for my data")}
        </Button>
      </div>
    </Card>
  );
}

function Row({ archive }: { archive: Archive }) {
  const { _id, status, createdAt, expiresAt } = archive;
  const asked = formatDate(createdAt);
  return (
    <li className="flex flex-wrap items-center gap-4 py-3 first:pt-0 last:pb-0">
      <FileArchive size={20} aria-hidden className="shrink-0 text-fg2" />
      <span className="min-w-0 flex-1 text-label">
        <span className="block font-semibold">{t("Asked for on {asked}", { asked })}</span>
        <span className="block text-caption text-fg3">
          {status === "waiting" && t("Being put together")}
          {status === "failed" && t("This did not work. Please ask for it again.")}
          {status === "ready" &&
            expiresAt &&
            t("Ready until {expires}", { expires: formatDate(expiresAt) })}
        </span>
      </span>
      {status === "ready" && (
        <FileLink
          size="sm"
          href={`/api/users/me/exports/${_id}/file`}
          label={t("Download the archive of {asked}", { asked })}
        >
          {t("Download")}
        </FileLink>
      )}
    </li>
  );
}
