import { useQuery } from "@tanstack/react-query";
import { FileQuestion } from "lucide-react";
import { ApiError } from "@/api/errors";
import { paths } from "@/app/paths";
import { formatDate } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { Html } from "@/ui/Html";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { useParam } from "@/ui/useAddress";
import { post } from "./api";
import { t } from "./texts";

/** /page/{id or short name}: a text of the operator, such as the terms. */
export default function PostPage() {
  const id = useParam(paths.page);
  const found = useQuery(post(id));
  useTitle(found.data?.title ?? (found.error ? t("Page not found") : undefined));
  return (
    <article className="mx-auto max-w-[760px] px-4 py-8 sm:py-12">
      {found.data && (
        <>
          <h1 className="text-h1 font-extrabold tracking-[-.02em] text-balance sm:text-display">
            {found.data.title}
          </h1>
          <p className="mt-2 mb-8 text-caption text-fg3">
            {t("Last changed on {updatedAt}", { updatedAt: formatDate(found.data.updatedAt) })}
          </p>
          <Html html={found.data.content} className="text-body text-fg2" />
        </>
      )}
      {found.isPending && <Waiting />}
      {found.error && <Absent error={found.error} onRetry={found.refetch} />}
    </article>
  );
}

function Waiting() {
  return (
    <div aria-busy className="grid gap-4">
      <Skeleton className="h-11 w-2/3 rounded-md" />
      {["a", "b", "c", "d", "e"].map((key) => (
        <Skeleton key={key} className="h-5 w-full rounded-sm" />
      ))}
    </div>
  );
}

function Absent({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof ApiError) || error.status !== 404) {
    return <ErrorState error={error} onRetry={onRetry} />;
  }
  return (
    <EmptyState
      title={t("There is no such page")}
      icon={<FileQuestion aria-hidden />}
      action={<LinkButton href={paths.home()}>{t("Go home")}</LinkButton>}
    >
      {t("It may have been moved or taken away.")}
    </EmptyState>
  );
}
