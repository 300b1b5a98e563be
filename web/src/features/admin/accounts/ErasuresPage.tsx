import { useState } from "react";
import { messageOf } from "@/api/errors";
import { formatDate } from "@/lib/time";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { ListPage } from "@/ui/ListPage";
import { lazyPart } from "@/ui/lazyPart";
import { EmptyState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useList } from "@/ui/useList";
import { useHold, type Wish, wishes } from "./erasures";
import { erasures } from "./pages";
import { t } from "./texts";
import { roles } from "./words";

const HoldDialog = lazyPart(() => import("./HoldDialog").then((file) => file.HoldDialog));

/** /admin/accounts/erasures: who wants to be forgotten, those that are due first. */
export default function ErasuresPage() {
  useTitle(t("Erasures"));
  const { model } = useLabels();
  const [holding, setHolding] = useState<Wish>();
  const hold = useHold();
  const [list, page] = useList(erasures, wishes);

  function release({ _id, username }: Wish) {
    hold.mutate(
      { id: _id },
      {
        onSuccess: () => toast.success(t("The erasure of {username} goes on.", { username })),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  }

  return (
    <ListPage
      title={t("Erasures")}
      lead={t(
        "Who wants to be forgotten. Until the day that is named they can take it back; then it is carried out, unless something is open or it is on hold.",
      )}
      list={list}
      page={page}
      columns={columns(model, setHolding, release)}
      rowKey={(row) => row._id}
      empty={
        <EmptyState title={t("Nobody has asked")}>
          {t("Whoever wants their account to be erased stands here.")}
        </EmptyState>
      }
    >
      <HoldDialog
        key={holding?._id}
        wish={holding}
        onClose={() => setHolding(undefined)}
        onDone={() => {
          const username = holding?.username ?? "";
          setHolding(undefined);
          toast.success(t("The erasure of {username} is on hold.", { username }));
        }}
      />
    </ListPage>
  );
}

function columns(
  model: string,
  onHold: (wish: Wish) => void,
  onRelease: (wish: Wish) => void,
): Column<Wish>[] {
  return [
    { id: "who", header: t("Account"), cell: ({ username }) => `@${username}` },
    {
      id: "role",
      header: t("Role"),
      cell: ({ role }) => roles(model).find(({ value }) => value === role)?.label ?? role,
    },
    { id: "asked", header: t("Asked"), cell: ({ askedAt }) => formatDate(askedAt) },
    { id: "due", header: t("Due"), cell: (wish) => <Due wish={wish} /> },
    {
      id: "open",
      header: t("To be settled first"),
      cell: ({ obstacles }) => obstacles.map(({ title }) => title).join(", ") || "–",
    },
    {
      id: "hold",
      header: t("On hold"),
      cell: (wish) => <Held wish={wish} onHold={onHold} onRelease={onRelease} />,
    },
  ];
}

function Due({ wish: { begun, isDue, dueAt } }: { wish: Wish }) {
  if (begun) return <Badge tone="danger">{t("Being erased")}</Badge>;
  return isDue ? <Badge tone="danger">{t("Due")}</Badge> : formatDate(dueAt);
}

type HeldProps = {
  wish: Wish;
  onHold: (wish: Wish) => void;
  onRelease: (wish: Wish) => void;
};

function Held({ wish, onHold, onRelease }: HeldProps) {
  const { begun, heldReason, username } = wish;
  if (begun) return "–";
  return (
    <span className="flex flex-wrap items-center gap-3 max-sm:justify-end">
      {heldReason && <span className="min-w-0 break-words text-fg2">{heldReason}</span>}
      <Button
        size="sm"
        variant="outline"
        aria-label={
          heldReason
            ? t("Let the erasure of {username} go on", { username })
            : t("Put the erasure of {username} on hold", { username })
        }
        onClick={() => (heldReason ? onRelease(wish) : onHold(wish))}
      >
        {heldReason ? t("Let it go on") : t("Put on hold")}
      </Button>
    </span>
  );
}
