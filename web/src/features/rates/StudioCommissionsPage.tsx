import { useQueryClient } from "@tanstack/react-query";
import { Percent } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format";
import { incomes } from "@/money/kinds";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { sharesKey } from "@/session/studio";
import { useRight } from "@/session/useRight";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Avatar } from "@/ui/Avatar";
import { Badge } from "@/ui/Badge";
import { Button, LinkButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useList } from "@/ui/useList";
import { type Commission, commissions, type Percents, type Proposal, useRecall } from "./api";
import { ProposalDialog } from "./ProposalDialog";
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
  const seesEarnings = useRight("studio.earnings");
  const [changed, setChanged] = useState<Changed>();
  useSocketEvent("commission/changed", () => {
    queries.invalidateQueries({ queryKey: sharesKey });
  });
  const standard = list.data?.default;
  const [isMany, setIsMany] = useState(false);
  const [proposal, setProposal] = useState<Proposal>();
  const recall = useRecall();

  function takeBack(id: string, of: "proposal" | "member") {
    recall.mutate(
      { id, of },
      {
        onSuccess: () => toast.success(t("Taken back. What was agreed before goes on.")),
        onError: (error) => toast.error(messageOf(error)),
        onSettled: () => setProposal(undefined),
      },
    );
  }

  return (
    <ListPage
      title={t("Commissions")}
      actions={
        <>
          {seesEarnings && (
            <>
              <LinkButton href={paths.studio.earning({ tab: "simulator" })}>
                {t("Simulator")}
              </LinkButton>
              <LinkButton href={paths.studio.earning({ tab: "rates" })}>{t("History")}</LinkButton>
            </>
          )}
          <Button variant="outline" onClick={() => setIsMany(true)}>
            {t("Several at once")}
          </Button>
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
      above={
        proposal &&
        proposal.waiting > 0 && (
          <Card className="mb-5">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-label">
                {t("{count, plural, one {# was asked} other {# were asked}}.", {
                  count: proposal.waiting,
                })}
              </p>
              <Button
                variant="outline"
                pending={recall.isPending}
                onClick={() => takeBack(proposal._id, "proposal")}
              >
                {t("Take it back")}
              </Button>
            </div>
          </Card>
        )
      }
      list={list}
      page={page}
      columns={columns(model, {
        onChange: ({ _id, performer, rates, offer }) =>
          setChanged({ id: _id, name: performer.username, rates: offer?.rates ?? rates }),
        onRecall: ({ _id }) => takeBack(_id, "member"),
      })}
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
      {isMany && (
        <ProposalDialog
          onClose={() => setIsMany(false)}
          onDone={(done) => {
            setIsMany(false);
            setProposal(done);
            toast.success(t("Offered."));
          }}
        />
      )}
      {changed && <SharesDialog {...changed} onClose={() => setChanged(undefined)} />}
    </ListPage>
  );
}

type Acts = { onChange: (row: Commission) => void; onRecall: (row: Commission) => void };

function columns(model: string, { onChange, onRecall }: Acts): Column<Commission>[] {
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
        <span className="flex flex-wrap justify-end gap-2">
          {row.offer && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t("Take back the offer to {username}", {
                username: row.performer.username,
              })}
              onClick={() => onRecall(row)}
            >
              {t("Take back")}
            </Button>
          )}
          <Button
            size="sm"
            variant="outline"
            aria-label={t("Change the shares of {username}", { username: row.performer.username })}
            onClick={() => onChange(row)}
          >
            {t("Change")}
          </Button>
        </span>
      ),
    },
  ];
}
