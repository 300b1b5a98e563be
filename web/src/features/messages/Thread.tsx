import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { ApiError } from "@/api/errors";
import type { Say } from "@/chat/api";
import { ChatList } from "@/chat/ChatList";
import { ChatStatus } from "@/chat/ChatStatus";
import { forget, toNewest } from "@/chat/endless";
import type { Line } from "@/chat/lines";
import { useChat } from "@/chat/useChat";
import { SpeechSwitch, useSpoken } from "@/chat/useSpoken";
import type { Message } from "@/realtime/events";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import type { Session } from "@/session/api";
import { lazyPart } from "@/ui/lazyPart";
import { useFileDrop } from "@/ui/useFileDrop";
import type { Conversation } from "./api";
import { priceChanged } from "./cache";
import { chatOf } from "./chats";
import { type DirectActions, DirectLine } from "./DirectLine";
import { DropHint } from "./DropHint";
import { lookOf } from "./look";
import { forgetPhoto, type OutgoingPhoto } from "./outgoing";
import { type PayWays, showChanged } from "./pay";
import { nameOf } from "./people";
import { sayDirect, stopPhoto } from "./send";
import { ThreadHeader } from "./ThreadHeader";
import { useChoosing } from "./useChoosing";
import { useRead } from "./useRead";
import { WelcomeLine } from "./WelcomeLine";
import { Writer, type WriterHandle } from "./Writer";

const ReportDialog = lazyPart(() => import("./ReportDialog").then((file) => file.ReportDialog));
const TipSheet = lazyPart(() => import("./TipSheet").then((file) => file.TipSheet));
const UnlockDialog = lazyPart(() => import("./UnlockDialog").then((file) => file.UnlockDialog));
const PhotoViewer = lazyPart(() => import("./PhotoViewer").then((file) => file.PhotoViewer));
const LeavingDialog = lazyPart(() => import("./LeavingDialog").then((file) => file.LeavingDialog));

type ThreadProps = {
  conversation: Conversation;
  session: Session;
  ways: Partial<PayWays>;
  onBack: () => void;
};

/** An open conversation: with whom, what was said, and the field to write in. */
export function Thread({ conversation, session, ways, onBack }: ThreadProps) {
  const { _id, deliveredUntil = 0, readUntil = 0, isBlocked = false } = conversation;
  const { messagePrice = 0, source, lastSeq = 0, recipientInfo } = conversation;
  const { topUp, tipPanel } = ways;
  const queries = useQueryClient();
  const chat = chatOf(session._id, _id);
  const say: Say = (id, said) =>
    sayDirect(id, said).catch((error) => {
      if (error instanceof ApiError && error.code === "price_changed" && error.price !== undefined)
        priceChanged(queries, id, error.price);
      throw error;
    });
  const handle = useChat(_id, "direct", { chat, say });
  const hasOlder = useStore(chat.store, (state) => state.hasOlder);
  const isUnsaid = useStore(chat.store, ({ lines }) => lines.length === 0);
  const isNew = isUnsaid && lastSeq === 0 && source === "performer" && session.role === "user";
  const [isAtEnd, setIsAtEnd] = useState(false);
  const [quote, setQuote] = useState<Message>();
  const [reported, setReported] = useState<Message | "all">();
  const [leaving, setLeaving] = useState<string>();
  const [goal, setGoal] = useState<{ id: string }>();
  const [seen, setSeen] = useState<string>();
  const [tipping, setTipping] = useState(false);
  const draft = `direct:${session._id}:${_id}`;
  const choosing = useChoosing(draft);
  const drop = useFileDrop(choosing.add, isBlocked);
  const spoken = useSpoken();
  const writer = useRef<WriterHandle>(null);
  useRead(conversation, isAtEnd);
  useSocketEvent("message/changed", (changed) => {
    if (changed.conversationId === _id) showChanged(chat, changed);
  });
  useEffect(() => () => forget(chat), [chat]);

  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  const actions = useMemo(
    (): DirectActions => ({
      retry: (line) => again.current(line),
      discard(line) {
        latest.current.discard(line);
        forgetPhoto(line.key);
      },
      cancel(line) {
        stopPhoto(line.key);
        latest.current.discard(line);
        forgetPhoto(line.key);
      },
      open: setSeen,
      remove: (line) => latest.current.remove(line),
      reply: ({ message }) => {
        setQuote(message);
        writer.current?.focus();
      },
      report: ({ message }) => setReported(message),
      show: (id) => setGoal({ id }),
      leave: setLeaving,
    }),
    [],
  );

  // Another press is a yes to the price that is shown now.
  const again = useRef<(line: Line) => void>(handle.retry);
  useEffect(() => {
    again.current = (line) => {
      const { text, type, photo, replyTo, token = 0 } = line.message;
      if (token === messagePrice) return handle.retry(line);
      handle.write(text, {
        type,
        clientId: line.key,
        ...(photo && { photo }),
        ...(replyTo && { replyTo }),
        ...(messagePrice > 0 && { token: messagePrice }),
      });
    };
  });

  const marks = { deliveredUntil, readUntil };
  const draw = (line: Line, index: number, lines: readonly Line[]) => (
    <DirectLine
      key={line.key}
      line={line}
      actions={actions}
      isGoal={goal?.id === line.message._id}
      {...lookOf(line, lines[index + 1], index === 0 && !hasOlder, session.username, marks)}
    />
  );

  // Photos first; what is answered is so by the first of them all.
  function write(text: string | undefined, photos: readonly OutgoingPhoto[]) {
    const said = [...photos.map(asLine), ...(text === undefined ? [] : [{ text }])];
    const price = messagePrice > 0 && { token: messagePrice };
    const answered = quote && { replyTo: quoteOf(quote) };
    toNewest(chat, _id).then(() => {
      for (const [at, line] of said.entries())
        handle.write(line.text, { ...line, ...price, ...(at === 0 && answered) });
    });
    setQuote(undefined);
  }

  const shown = useStore(chat.store, ({ lines }) =>
    seen === undefined ? undefined : lines.find(({ message }) => message._id === seen),
  );
  const locked = shown?.message.photo?.locked ? shown.message : undefined;

  return (
    <div className="relative flex min-h-0 flex-1 flex-col" {...drop.handlers}>
      {drop.over && <DropHint name={nameOf(conversation)} />}
      <ThreadHeader
        conversation={conversation}
        onBack={onBack}
        onReport={() => setReported("all")}
        onTip={
          tipPanel && source === "performer" && session.role === "user" && !isBlocked
            ? () => setTipping(true)
            : undefined
        }
        extra={<SpeechSwitch {...spoken} />}
      />
      <ChatList
        handle={handle}
        conversationId={_id}
        spoken={spoken.spoken}
        draw={draw}
        lineHeight={44}
        onPinned={setIsAtEnd}
        goal={goal}
      />
      {isNew && recipientInfo && (
        <WelcomeLine username={recipientInfo.username} name={nameOf(conversation)} />
      )}
      <ChatStatus conversationId={_id} over={false} />
      <Writer
        ref={writer}
        conversation={conversation}
        draft={draft}
        choosing={choosing}
        sells={session.role === "performer" && source === "user"}
        topUp={topUp}
        quote={quote}
        onDropQuote={() => setQuote(undefined)}
        onWrite={write}
      />
      {reported !== undefined && (
        <ReportDialog
          conversationId={_id}
          name={nameOf(conversation)}
          message={reported === "all" ? undefined : reported}
          onClose={() => setReported(undefined)}
        />
      )}
      {leaving !== undefined && (
        <LeavingDialog href={leaving} onClose={() => setLeaving(undefined)} />
      )}
      {tipping && tipPanel && (
        <TipSheet
          conversation={conversation}
          tipPanel={tipPanel}
          onClose={() => setTipping(false)}
        />
      )}
      {locked && (
        <UnlockDialog
          chat={chat}
          message={locked}
          topUp={topUp}
          onClose={() => setSeen(undefined)}
        />
      )}
      {seen !== undefined && !locked && (
        <PhotoViewer
          chat={chat}
          name={nameOf(conversation)}
          shown={seen}
          onShow={setSeen}
          onClose={() => setSeen(undefined)}
        />
      )}
    </div>
  );
}

function asLine({ id, width, height, sale }: OutgoingPhoto) {
  const cost = sale && { price: sale.price, reviewState: "pending" as const };
  const photo = { width, height, blurhash: "", colour: "", ...cost };
  return { text: "", clientId: id, type: "photo" as const, photo };
}

function quoteOf({ _id, type, text, senderInfo }: Message): NonNullable<Message["replyTo"]> {
  return { _id, type, text, username: senderInfo.username, isDeleted: false };
}
