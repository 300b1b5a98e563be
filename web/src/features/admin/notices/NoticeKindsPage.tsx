import { useQuery } from "@tanstack/react-query";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import { groupLook, groups } from "@/notices/groups";
import { useTitle } from "@/settings/useTitle";
import { Card, PageHeader } from "@/ui/Card";
import { Select } from "@/ui/Field";
import { Link } from "@/ui/Link";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { type Kind, kinds } from "./api";
import { KindPreview } from "./KindPreview";
import { t } from "./texts";

/** /admin/notices: each kind of notice as those see it who get it. */
export default function NoticeKindsPage() {
  useTitle(t("Notices"));
  const all = useQuery(kinds());
  return (
    <>
      <PageHeader title={t("Notices")}>
        {t("What the site tells people, with samples: by mail, on their devices and on the site.")}
      </PageHeader>
      <Loaded query={all} waiting={<Skeleton className="h-[70dvh] w-full rounded-lg" />}>
        {({ data }) => <Kinds all={data} />}
      </Loaded>
    </>
  );
}

function Kinds({ all }: { all: Kind[] }) {
  const [search, set] = useSearch(paths.admin.notices);
  const sorted = groups.flatMap((group) => all.filter((kind) => kind.group === group));
  const chosen =
    search.kind === undefined ? sorted[0] : sorted.find(({ id }) => id === search.kind);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[300px_minmax(0,1fr)]">
      <div className="lg:hidden">
        <Select
          label={t("Kind of notice")}
          value={chosen?.id ?? ""}
          onChange={({ target }) => set({ kind: target.value })}
          options={sorted.map(({ id, group }) => ({
            value: id,
            label: `${groupLook(group).label}: ${id}`,
          }))}
        />
      </div>
      <nav
        aria-label={t("Kinds of notices")}
        className="sticky top-[calc(var(--header)+16px)] max-h-[calc(100dvh-var(--header)-32px)] overflow-y-auto rounded-lg border border-line bg-s1 p-2 [scrollbar-width:thin] max-lg:hidden"
      >
        {groups.map((group) => (
          <KindsOf
            key={group}
            label={groupLook(group).label}
            kinds={sorted.filter((kind) => kind.group === group)}
            chosenId={chosen?.id}
          />
        ))}
      </nav>
      {chosen ? (
        <KindPreview key={chosen.id} kind={chosen} />
      ) : (
        <Card>
          <EmptyState title={t("There is no such kind of notice")} />
        </Card>
      )}
    </div>
  );
}

type KindsOfProps = { label: string; kinds: Kind[]; chosenId: string | undefined };

function KindsOf({ label, kinds: list, chosenId }: KindsOfProps) {
  if (list.length === 0) return null;
  return (
    <section aria-label={label}>
      <h2 className="px-3 pt-3 pb-1 text-caption font-semibold text-fg3">{label}</h2>
      <ul>
        {list.map(({ id }) => (
          <li key={id}>
            <Link
              href={paths.admin.notices({ kind: id })}
              aria-current={id === chosenId ? "true" : undefined}
              className={cx(
                "flex min-h-11 items-center rounded-md px-3 text-label font-normal [overflow-wrap:anywhere] focus-visible:-outline-offset-2",
                id === chosenId ? "bg-brand-soft text-brand-ink" : "text-fg2 hover:bg-s2",
              )}
            >
              {id}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
