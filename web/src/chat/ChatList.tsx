import { ChevronDown } from "lucide-react";
import {
  type ReactElement,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type WheelEvent,
} from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { cx } from "@/lib/cx";
import { useSession } from "@/session/api";
import { Button } from "@/ui/Button";
import { Skeleton } from "@/ui/Skeleton";
import { Spinner } from "@/ui/Spinner";
import { ChatLine } from "./ChatLine";
import { ChatTrouble } from "./ChatTrouble";
import { toNewest, trim } from "./endless";
import { type Line, maxLines } from "./lines";
import { t } from "./texts";
import { type ChatHandle, useChatState } from "./useChat";
import { useOlder } from "./useOlder";

type ChatListProps = {
  handle: ChatHandle;
  conversationId: string;
  /** The reader may delete every line: it is their room. */
  owned?: boolean;
  /** Over video on a phone. */
  over?: boolean;
  /** New lines are read aloud. */
  spoken: boolean;
  /** How a line is drawn, where it is not in the room's way. */
  draw?: (line: Line, index: number, lines: readonly Line[]) => ReactElement;
  /** About how high a line is, in pixels. */
  lineHeight?: number;
  /** Told when the reader comes to the newest lines, and leaves them. */
  onPinned?: (pinned: boolean) => void;
  /** The id of a message to be brought into sight; another object brings it again. */
  goal?: { id: string } | undefined;
};

// Nearer to the end than this counts as reading the newest, in pixels.
const nearEnd = 60;
const nearStart = 120;

const none: readonly Line[] = [];

/** The messages: at the newest unless the reader scrolled up, then with a note of what is new. */
export function ChatList(props: ChatListProps) {
  const {
    handle,
    conversationId,
    owned = false,
    over = false,
    spoken,
    draw,
    onPinned,
    goal,
  } = props;
  const state = useChatState(handle.chat);
  // The first page of history is drawn in pieces, between which a finger is heard.
  const isReady = useDeferredValue(state.isReady);
  const lines = state.isReady && !isReady ? none : state.lines;
  const { session } = useSession();
  const { older, newer, isReading } = useOlder(handle, conversationId);
  const { hasNewer } = state;
  const list = useRef<VirtualizerHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef({ scrollTop: 0, scrollHeight: 0 });
  const isGoingUp = useRef(false); // by the reader's own hand
  const finger = useRef(0); // where it touches, in pixels from the top
  const [pinned, setPinned] = useState(true);
  const growth = useGrowth(lines);
  const unseen = useUnseen(lines, pinned);
  useTrim(handle, lines, box);
  const tell = useEffectEvent((is: boolean) => onPinned?.(is));
  useEffect(() => tell(pinned && isReady), [pinned, isReady]);
  useGoal(goal, lines, state.hasOlder, older, (index) => {
    setPinned(false);
    list.current?.scrollToIndex(index, { align: "center" });
  });

  // By ourselves: the list's own way goes on for as long as lines are measured, against a reader who goes up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line moves the end.
  useLayoutEffect(() => {
    if (box.current !== null && pinned) box.current.scrollTop = box.current.scrollHeight;
  }, [lines, pinned]);

  // A keyboard, a rotation or a late measure must not leave the end out of sight.
  useEffect(() => {
    const frame = box.current;
    if (frame === null || !pinned) return;
    const keep = new ResizeObserver(() => {
      frame.scrollTop = frame.scrollHeight;
    });
    keep.observe(frame);
    for (const child of frame.children) keep.observe(child);
    return () => keep.disconnect();
  }, [pinned]);

  function scrolled() {
    const frame = box.current;
    if (frame === null) return;
    const { scrollTop, scrollHeight, clientHeight } = frame;
    // Lines that are measured move the end away under who reads there: only who goes up by hand,
    // or while nothing shrinks, has left it.
    const wentUp = scrollTop < seen.current.scrollTop && scrollHeight >= seen.current.scrollHeight;
    seen.current = { scrollTop, scrollHeight };
    const toEnd = scrollHeight - scrollTop - clientHeight;
    if (hasNewer) {
      setPinned(false);
      if (toEnd < clientHeight && !wentUp) newer();
    } else if (toEnd < nearEnd) {
      setPinned(true);
      isGoingUp.current = false;
    } else if (wentUp || isGoingUp.current) setPinned(false);
    if (frame.scrollTop < nearStart && state.hasOlder) older();
  }

  // A wheel is followed at once: a line that comes in the same moment must not take its reader back.
  function wheeled({ deltaY, ctrlKey, currentTarget }: WheelEvent) {
    if (ctrlKey) return; // it zooms
    isGoingUp.current = deltaY < 0;
    if (isGoingUp.current && currentTarget.scrollTop > 0) setPinned(false);
  }

  const mine = (line: Line) => owned || line.message.senderInfo.username === session?.username;
  return (
    <div className="relative min-h-0 min-w-0 flex-1">
      <div
        ref={box}
        role="log"
        aria-label={t("Chat messages")}
        aria-live={spoken ? "polite" : "off"}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        tabIndex={0}
        onScroll={scrolled}
        onWheel={wheeled}
        onKeyDown={({ key }) => {
          isGoingUp.current = ["ArrowUp", "PageUp", "Home"].includes(key);
        }}
        onTouchStart={({ touches }) => {
          finger.current = touches[0]?.clientY ?? 0;
        }}
        onTouchMove={({ touches }) => {
          const at = touches[0]?.clientY ?? 0;
          isGoingUp.current = at > finger.current;
          finger.current = at;
        }}
        className={cx(
          "flex h-full flex-col overflow-y-auto overscroll-contain focus-visible:-outline-offset-2",
          over
            ? "noscroll px-3 [mask-image:linear-gradient(transparent,#000_22%)]"
            : "px-4 py-2 [scrollbar-width:thin]",
        )}
      >
        <div className="grow" />
        {!isReady && !over && handle.problem === undefined && <Waiting />}
        <Virtualizer
          ref={list}
          shift={growth === "older"}
          bufferSize={300}
          // One line of text: a guess far from it would make the first lines jump.
          itemSize={props.lineHeight ?? (over ? 26 : 30)}
        >
          {lines.map(
            draw ??
              ((line) => (
                <ChatLine
                  key={line.key}
                  line={line}
                  over={over}
                  removable={mine(line)}
                  actions={handle}
                />
              )),
          )}
        </Virtualizer>
      </div>
      {/* Over the lines, which it would move. */}
      {isReading && (
        <span className="pointer-events-none absolute inset-x-0 top-2 flex justify-center">
          <Spinner
            size={18}
            label={t("Loading older messages")}
            className="rounded-full bg-s3 p-1.5 shadow-float"
          />
        </span>
      )}
      {isReady && lines.length === 0 && !over && (
        <p className="pointer-events-none absolute inset-x-0 bottom-3 px-6 text-center text-caption text-fg3">
          {t("No messages yet")}
        </p>
      )}
      {handle.problem !== undefined && !isReady && (
        <div className="absolute inset-0">
          <ChatTrouble problem={handle.problem} onRetry={handle.reload} over={over} />
        </div>
      )}
      {handle.problem !== undefined && isReady && <Missed onRetry={handle.reload} />}
      {!pinned && (
        <div className="rise pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <Button
            size="sm"
            className="pointer-events-auto shadow-float"
            onClick={() => toNewest(handle.chat, conversationId).then(() => setPinned(true))}
          >
            <ChevronDown size={15} aria-hidden />
            {unseen > 0
              ? t("{count, plural, one {# new message} other {# new messages}}", { count: unseen })
              : t("Newest messages")}
          </Button>
        </div>
      )}
    </div>
  );
}

// After a connection that was lost, what was said meanwhile could not be read.
function Missed({ onRetry }: { onRetry: () => void }) {
  return (
    <p
      role="alert"
      className="absolute inset-x-2 top-1 flex items-center justify-between gap-3 rounded-md bg-s3 py-1 pe-1 ps-3 text-caption text-fg shadow-float"
    >
      {t("Some messages are missing.")}
      <Button variant="ghost" onClick={onRetry}>
        {t("Try again")}
      </Button>
    </p>
  );
}

function Waiting() {
  return (
    <div aria-hidden className="grid gap-2.5 pb-2">
      {["w-3/5", "w-4/5", "w-2/5", "w-3/4"].map((width) => (
        <Skeleton key={width} className={cx("h-4", width)} />
      ))}
    </div>
  );
}

// Whether lines were added before the first or after the last: the list keeps its place accordingly.
function useGrowth(lines: readonly Line[]): "older" | "newer" {
  const [seen, setSeen] = useState({ lines, growth: "newer" as const as "older" | "newer" });
  if (seen.lines === lines) return seen.growth;
  const was = seen.lines;
  const older =
    was.length > 0 && lines[0]?.key !== was[0]?.key && lines.at(-1)?.key === was.at(-1)?.key;
  const growth = older ? "older" : "newer";
  setSeen({ lines, growth });
  return growth;
}

// In a drawing of its own: the list keeps its place by how many lines it has, and at one end at a time.
function useTrim(
  { chat, audience }: ChatHandle,
  lines: readonly Line[],
  box: RefObject<HTMLElement | null>,
) {
  useEffect(() => {
    if (audience !== "direct" || lines.length <= maxLines || box.current === null) return;
    const { scrollTop, scrollHeight } = box.current;
    trim(chat, scrollTop < scrollHeight / 2 ? "newest" : "oldest");
  }, [chat, audience, lines, box]);
}

// A message further back is read for first, page by page.
function useGoal(
  goal: { id: string } | undefined,
  lines: readonly Line[],
  hasOlder: boolean,
  readOlder: () => void,
  show: (index: number) => void,
) {
  const [reached, setReached] = useState(goal);
  const go = useEffectEvent(() => {
    const index = lines.findIndex(({ message }) => message._id === goal?.id);
    if (index === -1 && hasOlder) return readOlder();
    setReached(goal);
    if (index !== -1) show(index);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: more lines are another try.
  useEffect(() => {
    if (goal !== reached) go();
  }, [goal, reached, lines]);
}

// How many lines came after the reader scrolled away.
function useUnseen(lines: readonly Line[], pinned: boolean): number {
  const last = lines.at(-1)?.key;
  const [left, setLeft] = useState(last);
  if (pinned && left !== last) setLeft(last);
  if (pinned || left === undefined) return 0;
  const at = lines.findIndex(({ key }) => key === left);
  return at === -1 ? 0 : lines.length - 1 - at;
}
