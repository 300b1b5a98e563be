import { useInfiniteQuery } from "@tanstack/react-query";
import { MessageCircle, Search, SearchX, SlidersHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { texts } from "@/api/errors";
import { cx } from "@/lib/cx";
import { IconButton } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";
import { Spinner } from "@/ui/Spinner";
import { EmptyState, ErrorState, NotFresh } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useNear } from "@/ui/useNear";
import { useSettled } from "@/ui/useSettled";
import { conversations } from "./api";
import { rowsOf } from "./cache";
import { InboxRow } from "./InboxRow";
import { t } from "./texts";
import { useWriters } from "./useWriters";

const PreferencesDialog = lazyPart(() =>
  import("./PreferencesDialog").then((file) => file.PreferencesDialog),
);

/** Characters of a username that the search takes. */
const maxWord = 64;

type InboxProps = { openId: string | undefined; className: string };

/** One's conversations, newest activity first, and the search in them. */
export function Inbox({ openId, className }: InboxProps) {
  const [word, setWord] = useState("");
  const [choosing, setChoosing] = useState(false);
  return (
    <section
      aria-label={t("Conversations")}
      className={cx("flex min-h-0 min-w-0 flex-col border-line", className)}
    >
      <div className="flex items-center justify-between gap-2 px-4 pt-4">
        <h1 className="text-h2 font-extrabold tracking-[-.015em]">{t("Messages")}</h1>
        <IconButton
          label={t("What others may know")}
          className="-me-2"
          onClick={() => setChoosing(true)}
        >
          <SlidersHorizontal size={20} aria-hidden />
        </IconButton>
      </div>
      <search className="px-4 pt-2 pb-3">
        <TextField
          type="search"
          label={t("Search conversations")}
          hideLabel
          placeholder={t("Search by name")}
          value={word}
          maxLength={maxWord}
          onChange={({ target }) => setWord(target.value)}
          trailing={
            <span className="pointer-events-none grid size-11 place-items-center text-fg3">
              {word === "" && <Search size={18} aria-hidden />}
            </span>
          }
        />
      </search>
      <List word={useSettled(word.trim())} openId={openId} />
      {choosing && <PreferencesDialog onClose={() => setChoosing(false)} />}
    </section>
  );
}

function List({ word, openId }: { word: string; openId: string | undefined }) {
  const list = useInfiniteQuery(conversations(word));
  const writing = useWriters();
  const { error, data } = list;
  useEffect(() => {
    if (error) toast.error(texts.loadFailed(), { id: "messages" });
  }, [error]);

  if (data === undefined) {
    return error ? <ErrorState error={error} onRetry={() => list.refetch()} /> : <Waiting />;
  }
  const rows = rowsOf(data);
  if (rows.length === 0) return word === "" ? <NobodyYet /> : <NobodyFound word={word} />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-3 [scrollbar-width:thin]">
      {error && <NotFresh inset onRetry={() => list.refetch()} />}
      <ul aria-label={t("Conversations")} className="flex flex-col gap-0.5 px-2" onKeyDown={move}>
        {rows.map((row) => (
          <li key={row._id}>
            <InboxRow
              conversation={row}
              isOpen={row.sourceId === openId}
              isWriting={writing.has(row._id)}
            />
          </li>
        ))}
      </ul>
      {list.hasNextPage && <More key={rows.length} onNear={() => list.fetchNextPage()} />}
    </div>
  );
}

// Arrows, Home and End move between conversations.
function move(event: KeyboardEvent<HTMLUListElement>) {
  const links = [...event.currentTarget.querySelectorAll("a")];
  const at = links.findIndex((link) => link.matches(":focus"));
  const places: Record<string, number> = {
    ArrowDown: Math.min(at + 1, links.length - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: links.length - 1,
  };
  const next = places[event.key];
  if (next === undefined) return;
  event.preventDefault();
  links[next]?.focus();
}

function More({ onNear }: { onNear: () => void }) {
  const [place, isNear] = useNear<HTMLDivElement>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end of the list.
  useEffect(() => {
    if (isNear) onNear();
  }, [isNear]);
  return (
    <div ref={place} className="grid h-16 place-items-center">
      <Spinner size={18} label={t("Loading more conversations")} />
    </div>
  );
}

function NobodyYet() {
  return (
    <EmptyState title={t("No conversations yet")} icon={<MessageCircle aria-hidden />}>
      {t("What you write to somebody, and what they answer, will be here.")}
    </EmptyState>
  );
}

function NobodyFound({ word }: { word: string }) {
  return (
    <EmptyState title={t("Nobody found")} icon={<SearchX aria-hidden />}>
      {t("You have no conversation with anybody whose name has “{word}” in it.", { word })}
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div aria-busy className="grid gap-0.5 px-2">
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <div key={key} className="flex items-center gap-3 px-2 py-2.5">
          <Skeleton className="size-12 shrink-0 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
