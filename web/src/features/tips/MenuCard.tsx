import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, ListPlus, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "@/api/errors";
import { formTexts } from "@/lib/validate";
import { Button, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { TextField } from "@/ui/Field";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { UnsavedGuard } from "@/ui/UnsavedGuard";
import { type MenuItem, ownMenu, useSetMenu } from "./api";
import { t } from "./texts";

const maxItems = 30;
const maxLabel = 60;
const maxPrice = 100_000;

/** A line as it is typed; the key stays while lines move. */
type Draft = { key: string; id?: string; label: string; token: string };
type Problems = Readonly<Record<string, string>>;

/** My tip menu: what I offer, in order, each for a tip of its price. */
export function MenuCard() {
  const { data, error, refetch } = useQuery(ownMenu());
  if (error && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton alone className="h-64 w-full rounded-lg" />;
  return <MenuForm saved={data.data} />;
}

// What would be lost: the key of a line is not typed.
const typed = (drafts: readonly Draft[]) =>
  JSON.stringify(drafts.map(({ id, label, token }) => [id, label, token]));

function MenuForm({ saved }: { saved: readonly MenuItem[] }) {
  const [drafts, setDrafts] = useState(() => saved.map(draftOf));
  const [problems, setProblems] = useState<Problems>({});
  const set = useSetMenu();

  function change(at: number, part: Partial<Draft>) {
    setDrafts((list) => list.map((draft, i) => (i === at ? { ...draft, ...part } : draft)));
    setProblems({});
  }

  function move(from: number, to: number) {
    setDrafts((list) => {
      const moved = list[from];
      return moved ? list.toSpliced(from, 1).toSpliced(to, 0, moved) : list;
    });
    setProblems({});
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const found = problemsOf(drafts);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    try {
      const items = drafts.map(({ id, label, token }) => ({
        ...(id && { _id: id }),
        label,
        token: Number(token),
      }));
      const { data } = await set.mutateAsync(items);
      setDrafts(data.map(draftOf));
      toast.success(t("Your tip menu is saved."));
    } catch (refused) {
      if (refused instanceof ApiError) setProblems(refused.fields);
      toast.error(messageOf(refused));
    }
  }

  const add = () =>
    setDrafts((list) => [...list, { key: crypto.randomUUID(), label: "", token: "" }]);
  const isFull = drafts.length >= maxItems;
  return (
    <Card
      title={t("Tip menu")}
      aside={
        <span className="tnum text-caption text-fg3">
          {t("{count} of {most}", { count: drafts.length, most: maxItems })}
        </span>
      }
    >
      <form aria-label={t("Tip menu")} onSubmit={save} noValidate>
        <UnsavedGuard dirty={!set.isPending && typed(drafts) !== typed(saved.map(draftOf))} />
        {drafts.length === 0 && (
          <EmptyState
            title={t("Your menu is empty")}
            icon={<ListPlus aria-hidden />}
            action={
              <Button variant="brand" onClick={add}>
                {t("Add an item")}
              </Button>
            }
          >
            {t(
              "Members choose from it beside the amounts. What they chose is shown in the room with their tip.",
            )}
          </EmptyState>
        )}
        <ol aria-label={t("Items")} className="@container grid gap-2">
          {drafts.map((draft, at) => (
            <li key={draft.key} className="flex flex-wrap items-start gap-2 @md:flex-nowrap">
              <div className="min-w-0 flex-1 basis-full @md:basis-auto">
                <TextField
                  label={t("Item {number}", { number: at + 1 })}
                  hideLabel
                  placeholder={t("What you do for it")}
                  maxLength={maxLabel}
                  value={draft.label}
                  error={problems[`items.${at}.label`]}
                  onChange={({ target }) => change(at, { label: target.value })}
                />
              </div>
              <div className="w-28">
                <TextField
                  label={t("Tokens for item {number}", { number: at + 1 })}
                  hideLabel
                  placeholder={t("Tokens")}
                  inputMode="numeric"
                  value={draft.token}
                  error={problems[`items.${at}.token`]}
                  onChange={({ target }) => change(at, { token: target.value })}
                />
              </div>
              <span className="ms-auto flex">
                <IconButton
                  label={t("Move item {number} up", { number: at + 1 })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <ChevronUp size={18} aria-hidden />
                </IconButton>
                <IconButton
                  label={t("Move item {number} down", { number: at + 1 })}
                  disabled={at === drafts.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <ChevronDown size={18} aria-hidden />
                </IconButton>
                <IconButton
                  label={t("Remove item {number}", { number: at + 1 })}
                  onClick={() => {
                    setDrafts((list) => list.toSpliced(at, 1));
                    setProblems({});
                  }}
                >
                  <Trash2 size={18} aria-hidden />
                </IconButton>
              </span>
            </li>
          ))}
        </ol>
        {(drafts.length > 0 || saved.length > 0) && (
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            {drafts.length > 0 && (
              <Button className="me-auto" disabled={isFull} onClick={add}>
                <Plus size={18} aria-hidden />
                {t("Add an item")}
              </Button>
            )}
            <Button type="submit" variant="brand" pending={set.isPending}>
              {t("Save")}
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}

function draftOf({ _id, label, token }: MenuItem): Draft {
  return { key: _id, id: _id, label, token: String(token) };
}

/** What is wrong with the lines, by the names that the server uses. */
function problemsOf(drafts: readonly Draft[]): Problems {
  const problems: Record<string, string> = {};
  for (const [at, { label, token }] of drafts.entries()) {
    if (label.trim() === "") problems[`items.${at}.label`] = formTexts.required;
    const tokens = Number(token);
    if (token.trim() === "") problems[`items.${at}.token`] = formTexts.required;
    else if (!Number.isInteger(tokens)) problems[`items.${at}.token`] = formTexts.notNumber;
    else if (tokens < 1 || tokens > maxPrice) {
      problems[`items.${at}.token`] = formTexts.between(1, maxPrice);
    }
  }
  return problems;
}
