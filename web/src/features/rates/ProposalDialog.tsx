import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { messageOf } from "@/api/errors";
import { formatNumber } from "@/lib/format";
import { incomes } from "@/money/kinds";
import { useLabels } from "@/settings/api";
import { Button } from "@/ui/Button";
import { type Column, DataTable } from "@/ui/DataTable";
import { Dialog } from "@/ui/Dialog";
import { FieldError, TextField } from "@/ui/Field";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { Checkbox } from "@/ui/Toggle";
import {
  allMembers,
  type Proposal,
  type ProposedChange,
  usePreview,
  usePropose,
  type WantedRates,
} from "./api";
import { maybe } from "./percent";
import { t } from "./texts";

type ProposalDialogProps = { onDone: (proposal: Proposal) => void; onClose: () => void };

/** The same shares for several performers: who and what, then what that changes, then the offer. */
export function ProposalDialog({ onDone, onClose }: ProposalDialogProps) {
  const { models } = useLabels();
  const [chosen, setChosen] = useState<string[]>([]);
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [seen, setSeen] = useState<{ rates: WantedRates; proposal: Proposal }>();
  const [problem, setProblem] = useState<string>();
  const preview = usePreview();
  const propose = usePropose();

  async function look() {
    const rates = ratesIn(texts);
    if (chosen.length === 0) return setProblem(t("Choose somebody."));
    if (rates === undefined) return setProblem(t("Must be between 0 and 100"));
    if (Object.keys(rates).length === 0) return setProblem(t("Write one share at least."));
    setProblem(undefined);
    try {
      setSeen({ rates, proposal: await preview.mutateAsync({ members: chosen, rates }) });
    } catch (error) {
      setProblem(messageOf(error));
    }
  }

  async function send() {
    if (!seen) return;
    try {
      onDone(await propose.mutateAsync({ members: chosen, rates: seen.rates }));
    } catch (error) {
      setProblem(messageOf(error));
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={t("Shares of several {models}", { models: models.toLowerCase() })}
      description={
        seen
          ? t("More holds at once; less waits until each of them has accepted it.")
          : t("Kinds that you leave empty stay as they are.")
      }
      actions={
        seen ? (
          <>
            <Button variant="ghost" onClick={() => setSeen(undefined)}>
              {t("Back")}
            </Button>
            <Button
              variant="brand"
              pending={propose.isPending}
              disabled={seen.proposal.waiting + seen.proposal.atOnce === 0}
              onClick={send}
            >
              {t("Offer")}
            </Button>
          </>
        ) : (
          <>
            <Button variant="ghost" onClick={onClose}>
              {t("Cancel")}
            </Button>
            <Button variant="brand" pending={preview.isPending} onClick={look}>
              {t("Look at the changes")}
            </Button>
          </>
        )
      }
    >
      {seen ? (
        <Changes proposal={seen.proposal} rates={seen.rates} />
      ) : (
        <div className="mt-4 grid gap-5 sm:grid-cols-2">
          <Members chosen={chosen} onChoose={setChosen} />
          <fieldset className="grid content-start gap-3">
            <legend className="mb-2 text-label font-semibold">{t("Shares in percent")}</legend>
            {incomes.map(({ id, many }) => (
              <TextField
                key={id}
                label={many}
                inputMode="decimal"
                value={texts[id] ?? ""}
                onChange={(event) => setTexts({ ...texts, [id]: event.target.value })}
              />
            ))}
          </fieldset>
        </div>
      )}
      {problem && <FieldError>{problem}</FieldError>}
    </Dialog>
  );
}

/** The shares that were written; undefined when one of them is none. */
function ratesIn(texts: Record<string, string>): WantedRates | undefined {
  const rates: WantedRates = {};
  for (const { id } of incomes) {
    const text = texts[id]?.trim() ?? "";
    if (text === "") continue;
    const share = z.safeParse(maybe, text);
    if (share.data === undefined) return undefined;
    rates[id] = share.data;
  }
  return rates;
}

type MembersProps = { chosen: string[]; onChoose: (ids: string[]) => void };

function Members({ chosen, onChoose }: MembersProps) {
  const { models } = useLabels();
  const all = useQuery(allMembers());
  const [words, setWords] = useState("");
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-label font-semibold">
        {t("{models}: {count} chosen", { models, count: chosen.length })}
      </legend>
      <Loaded query={all} waiting={<Skeleton className="h-48 w-full rounded-md" />}>
        {(members) => {
          const found = members.filter(({ performer: { username, name } }) =>
            `${username} ${name}`.toLowerCase().includes(words.trim().toLowerCase()),
          );
          const ids = found.map(({ _id }) => _id);
          const isAll = ids.length > 0 && ids.every((id) => chosen.includes(id));
          return (
            <>
              <TextField
                label={t("Name")}
                type="search"
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
              <div className="mt-2 max-h-80 overflow-y-auto rounded-md border border-line px-3">
                <Checkbox
                  label={t("All that are shown")}
                  checked={isAll}
                  onChange={() =>
                    onChoose(
                      isAll
                        ? chosen.filter((id) => !ids.includes(id))
                        : [...new Set([...chosen, ...ids])],
                    )
                  }
                />
                {found.map(({ _id, performer }) => (
                  <Checkbox
                    key={_id}
                    label={performer.username}
                    checked={chosen.includes(_id)}
                    onChange={() =>
                      onChoose(
                        chosen.includes(_id) ? chosen.filter((id) => id !== _id) : [...chosen, _id],
                      )
                    }
                  />
                ))}
              </div>
            </>
          );
        }}
      </Loaded>
    </fieldset>
  );
}

function Changes({ proposal, rates }: { proposal: Proposal; rates: WantedRates }) {
  return (
    <>
      <p className="mt-4 mb-3 text-label text-fg2">
        {t("{waiting} would be asked, for {atOnce} it holds at once.", {
          waiting: proposal.waiting,
          atOnce: proposal.atOnce,
        })}
      </p>
      <DataTable
        label={t("What changes")}
        columns={columns(rates)}
        rows={proposal.changes}
        rowKey={({ performer }) => performer._id}
      />
    </>
  );
}

function columns(rates: WantedRates): Column<ProposedChange>[] {
  return [
    { id: "who", header: t("Name"), cell: ({ performer }) => performer.username },
    ...incomes
      .filter(({ id }) => rates[id] !== undefined)
      .map(
        ({ id, many }): Column<ProposedChange> => ({
          id,
          header: many,
          numeric: true,
          cell: ({ before, after }) =>
            before[id] === after[id]
              ? `${formatNumber(before[id])} %`
              : `${formatNumber(before[id])} → ${formatNumber(after[id])} %`,
        }),
      ),
    {
      id: "effect",
      header: t("Effect"),
      cell: ({ effect, replaces }) => (
        <>
          {wordsOf(effect)}
          {replaces && (
            <span className="block text-caption text-fg3">{t("Replaces an open offer")}</span>
          )}
        </>
      ),
    },
  ];
}

function wordsOf(effect: ProposedChange["effect"]): string {
  if (effect === "waits") return t("Has to be accepted");
  return effect === "atOnce" ? t("Holds at once") : t("Unchanged");
}
