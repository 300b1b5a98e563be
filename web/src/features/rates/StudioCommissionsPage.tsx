import { useQueryClient } from "@tanstack/react-query";
import { Percent } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format";
import { incomes } from "@/money/kinds";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { sharesKey } from "@/session/studio";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Avatar } from "@/ui/Avatar";
import { Badge } from "@/ui/Badge";
import { Button, LinkButton } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { type Commission, commissions, type Percents } from "./api";
import { SharesDialog } from "./SharesDialog";
import { t } from "./texts";

/** Whose shares are being changed; no id: those of who joins. */
type Changed = { id: string | undefined; name: string; rates: Percents };

/** /studio/commissions: what each performer gets of the studio's income. */
export default function StudioCommissionsPage() {
  const { model, models } = useLabels();
  useTitle(t("Commissions"));
  const [list, page] = useList(paths.studio.commissions, (offset) => commissions(offset));
  const queries = useQueryClient();
  const [changed, setChanged] = useState<Changed>();
  useSocketEvent("commission/changed", () => {
    queries.invalidateQueries({ queryKey: sharesKey });
  });
  const standard = list.data?.default;

  return (
    <ListPage
      title={t("Commissions")}
      actions={
        <>
          <LinkButton href={paths.studio.earning({ tab: "simulator" })}>
            {t("Simulator")}
          </LinkButton>
          <LinkButton href={paths.studio.earning({ tab: "rates" })}>{t("History")}</LinkButton>
          {standard && (
            <Button
              variant="outline"
              onClick={() =>
                setChanged({
                  id: undefined,
                  name: `new ${models.toLowerCase()}`,
                  rates: standard,
                })
              }
            >
              {t("Shares of new {models}", { models: models.toLowerCase() })}
            </Button>
          )}
        </>
      }
      lead={t(
        "What a {model} gets of the studio's income. More holds at once; less waits until it is accepted.",
        { model: model.toLowerCase() },
      )}
      list={list}
      page={page}
      columns={columns(model, ({ _id, performer, rates, offer }) =>
        setChanged({ id: _id, name: performer.username, rates: offer?.rates ?? rates }),
      )}
      rowKey={(row) => row._id}
      empty={
        <EmptyState
          title={t("No {models} yet", { models: models.toLowerCase() })}
          icon={<Percent aria-hidden />}
        >
          {t("{models} of your studio and their shares appear here.", { models })}
        </EmptyState>
      }
    >
      {changed && <SharesDialog {...changed} onClose={() => setChanged(undefined)} />}
    </ListPage>
  );
}

function columns(model: string, onChange: (row: Commission) => void): Column<Commission>[] {
  return [
    {
      id: "who",
      header: model,
      cell: ({ performer, offer }) => (
        <span className="flex items-center gap-3">
          <Avatar src={performer.avatar} size={36} />
          <span className="min-w-0 text-start">
            <span className="block font-semibold">{performer.name || performer.username}</span>
            {offer && <Badge tone="sky">{t("Waits for an answer")}</Badge>}
          </span>
        </span>
      ),
    },
    ...incomes.map(
      ({ id, many }): Column<Commission> => ({
        id,
        header: many,
        numeric: true,
        cell: ({ rates, offer }) => (
          <>
            {formatNumber(rates[id])} %
            {offer && offer.rates[id] !== rates[id] && (
              <span className="block text-caption text-fg3">
                → {formatNumber(offer.rates[id])} %
              </span>
            )}
          </>
        ),
      }),
    ),
    {
      id: "change",
      header: "",
      numeric: true,
      cell: (row) => (
        <Button
          size="sm"
          variant="outline"
          aria-label={t("Change the shares of {username}", { username: row.performer.username })}
          onClick={() => onChange(row)}
        >
          {t("Change")}
        </Button>
      ),
    },
  ];
}
