import { ExternalLink } from "lucide-react";
import { messageOf } from "@/api/errors";
import { formatDateTime } from "@/lib/time";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { FieldError } from "@/ui/Field";
import { type Post, useRetry } from "./api";
import { t } from "./texts";
import { whyOf } from "./words";

/** What was posted, what waits and what has failed, newest first. */
export function PostList({ posts }: { posts: Post[] }) {
  return (
    <section aria-label={t("Last posts")} className="border-t border-line pt-5">
      <h3 className="text-label font-semibold">{t("Last posts")}</h3>
      {posts.length === 0 && (
        <p className="mt-1 text-label text-fg2">
          {t("None yet. The first one is here when you have gone live.")}
        </p>
      )}
      <ul className="divide-y divide-line">
        {posts.map((post) => (
          <Line key={post._id} post={post} />
        ))}
      </ul>
    </section>
  );
}

function Line({ post }: { post: Post }) {
  const { _id, text, status, said, link, createdAt } = post;
  const retry = useRetry();
  const why = whyOf(post);
  return (
    <li className="grid gap-1.5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {status === "sent" && <Badge tone="ok">{t("Posted")}</Badge>}
        {status === "failed" && <Badge tone="danger">{t("Not posted")}</Badge>}
        {(status === "waiting" || status === "sending") && <Badge tone="gold">{t("Waits")}</Badge>}
        <time dateTime={createdAt} className="tnum text-caption text-fg3">
          {formatDateTime(createdAt)}
        </time>
        {link && (
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            className="ms-auto inline-flex min-h-11 items-center gap-1.5 text-label font-semibold text-brand-ink hover:underline"
          >
            {t("Show on X (Twitter)")}
            <ExternalLink size={14} aria-hidden />
          </a>
        )}
        {status === "failed" && (
          <Button
            size="sm"
            variant="outline"
            className="ms-auto"
            pending={retry.isPending}
            onClick={() => retry.mutate(_id)}
          >
            {t("Try again")}
          </Button>
        )}
      </div>
      <p dir="auto" className="text-label whitespace-pre-line [overflow-wrap:anywhere]">
        {text}
      </p>
      {why && (
        <p className="text-caption text-fg2">
          {why}
          {said && <q className="ms-1 [overflow-wrap:anywhere]">{said}</q>}
        </p>
      )}
      {retry.error && <FieldError>{messageOf(retry.error)}</FieldError>}
    </li>
  );
}
