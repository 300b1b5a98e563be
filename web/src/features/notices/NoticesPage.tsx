import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Check, SlidersHorizontal } from "lucide-react";
import { useEffect } from "react";
import { paths } from "@/app/paths";
import { type Group, groupLook, groups } from "@/notices/groups";
import { useSession } from "@/session/api";
import { useTitle } from "@/settings/useTitle";
import { Button, LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { Chip } from "@/ui/Chip";
import { Loaded } from "@/ui/Loaded";
import { Spinner } from "@/ui/Spinner";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { useNear } from "@/ui/useNear";
import { noticeList, unreadNotices, useMarkRead, useRemove } from "./api";
import { rowsOf } from "./cache";
import { groupsOf } from "./concerns";
import { NoticeDays } from "./NoticeDays";
import { NoNotices, Waiting } from "./states";
import { t } from "./texts";

/** /notices: all that one was told, newest first. */
export default function NoticesPage() {
  useTitle(t("Notifications"));
  const [search, set] = useSearch(paths.notices);
  const group = groups.find((one) => one === search.group);
  const unread = useQuery(unreadNotices());
  const newest = useInfiniteQuery(noticeList());
  const read = useMarkRead();
  const first = newest.data && rowsOf(newest.data)[0];
  const count = unread.data?.total;
  return (
    <div className="mx-auto max-w-[860px]">
      <PageHeader
        title={t("Notifications")}
        actions={
          <>
            {first && count !== undefined && count > 0 && (
              <Button
                variant="outline"
                pending={read.isPending}
                onClick={() => read.mutate({ upTo: first._id })}
              >
                <Check size={18} aria-hidden />
                {t("Mark all as read")}
              </Button>
            )}
            <LinkButton href={paths.noticePreferences()} variant="outline">
              <SlidersHorizontal size={18} aria-hidden />
              <span className="max-sm:sr-only">{t("Choose what you are told")}</span>
            </LinkButton>
          </>
        }
      >
        {count === undefined
          ? t("What happens on the site and concerns you.")
          : t("{count, plural, =0 {You have read everything.} one {# unread.} other {# unread.}}", {
              count,
            })}
      </PageHeader>
      <Filter group={group} onChoose={(next) => set({ group: next ?? "" })} />
      <Card flush>
        <List key={group} group={group} onReset={() => set({ group: "" })} />
      </Card>
    </div>
  );
}

type FilterProps = { group: Group | undefined; onChoose: (group: Group | undefined) => void };

function Filter({ group, onChoose }: FilterProps) {
  const { role } = useSession();
  if (role === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div
      role="group"
      aria-label={t("What they are about")}
      className="noscroll -mx-4 mb-4 flex gap-2 overflow-x-auto px-4 lg:mx-0 lg:flex-wrap lg:px-0"
    >
      <Chip selected={group === undefined} onClick={() => onChoose(undefined)}>
        {t("All")}
      </Chip>
      {groupsOf(role).map((one) => {
        const { label, icon: Icon } = groupLook(one);
        return (
          <Chip key={one} selected={group === one} onClick={() => onChoose(one)}>
            <Icon size={16} aria-hidden />
            {label}
          </Chip>
        );
      })}
    </div>
  );
}

function List({ group, onReset }: { group: Group | undefined; onReset: () => void }) {
  const list = useInfiniteQuery(noticeList(group));
  const read = useMarkRead();
  const remove = useRemove();
  return (
    <Loaded query={list} waiting={<Waiting rows={8} />}>
      {(data) => {
        const rows = rowsOf(data);
        if (rows.length === 0) return group ? <NoneOf onReset={onReset} /> : <NoNotices />;
        return (
          <div className="pb-3 lg:px-2">
            <NoticeDays
              notices={rows}
              onOpen={({ _id, isRead }) => isRead || read.mutate({ ids: [_id] })}
              onRemove={({ _id }) => remove.mutate(_id)}
            />
            {list.hasNextPage && <More key={rows.length} onNear={() => list.fetchNextPage()} />}
          </div>
        );
      }}
    </Loaded>
  );
}

function NoneOf({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      title={t("Nothing of this kind")}
      action={
        <Button variant="outline" onClick={onReset}>
          {t("Show all")}
        </Button>
      }
    />
  );
}

function More({ onNear }: { onNear: () => void }) {
  const [place, isNear] = useNear<HTMLDivElement>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end of the list.
  useEffect(() => {
    if (isNear) onNear();
  }, [isNear]);
  return (
    <div ref={place} className="grid h-16 place-items-center">
      {isNear && <Spinner size={18} label={t("Loading more notifications")} />}
    </div>
  );
}
