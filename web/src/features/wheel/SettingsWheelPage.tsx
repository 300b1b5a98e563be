import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "@/app/paths";
import { useTitle } from "@/settings/useTitle";
import { Card, PageHeader } from "@/ui/Card";
import { Chip } from "@/ui/Chip";
import { Link } from "@/ui/Link";
import { Pagination } from "@/ui/Pagination";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { ownWheel, results, type Status } from "./api";
import { Editor } from "./Editor";
import { wheelPath } from "./pages";
import { ResultList } from "./ResultList";
import { t } from "./texts";

/** /account/performer/wheel, labelled Settings Wheel (spec §2): the segments, and what was spun. */
export default function SettingsWheelPage() {
  useTitle(t("Settings Wheel"));
  const { data: wheel, error, refetch } = useQuery(ownWheel());
  return (
    <>
      <PageHeader title={t("Settings Wheel")}>
        {wheel && (
          <>
            {t("A spin costs {count, plural, one {# token} other {# tokens}}.", {
              count: wheel.price,
            })}{" "}
            <Link
              href={paths.performer.profile()}
              className="font-semibold text-brand-ink underline"
            >
              {t("Change the price")}
            </Link>
          </>
        )}
      </PageHeader>
      <div className="grid gap-5">
        {error && wheel === undefined && <ErrorState error={error} onRetry={refetch} />}
        {!error && wheel === undefined && <Skeleton alone className="h-96 w-full rounded-lg" />}
        {wheel && <Editor wheel={wheel} />}
        <Results />
      </div>
    </>
  );
}

const filters = (): readonly { status: Status | ""; label: string }[] => [
  { status: "", label: t("All") },
  { status: "pending", label: t("Waiting") },
  { status: "done", label: t("Done") },
  { status: "rejected", label: t("Rejected") },
];

function Results() {
  const [status, setStatus] = useState<Status | "">("");
  const search = { status: status || undefined };
  const [list, page] = useList(wheelPath, (offset) => results({ ...search, offset }));
  return (
    <Card title={t("Spins")}>
      <fieldset className="noscroll flex gap-2 overflow-x-auto">
        <legend className="sr-only">{t("Which spins")}</legend>
        {filters().map((filter) => (
          <Chip
            key={filter.label}
            selected={filter.status === status}
            onClick={() => {
              setStatus(filter.status);
              page.onMove(0);
            }}
          >
            {filter.label}
          </Chip>
        ))}
      </fieldset>
      <div className="mt-2">
        <ResultList {...search} offset={page.offset} />
      </div>
      <Pagination list={list} {...page} />
    </Card>
  );
}
