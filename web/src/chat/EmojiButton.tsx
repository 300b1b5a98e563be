import { Smile } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { alongLine } from "@/i18n/direction";
import { cx } from "@/lib/cx";
import { Menu } from "@/ui/Menu";
import { t } from "./texts";

const faces = "😀 😂 😍 😘 😉 😎 🥰 😇 🤗 😜 😳 😢 ❤️ 🔥 👏 🙏 💋 🌹 🎉 🎵 💎 👑 ⭐ 👍".split(" ");
const columns = 6;

/** A few faces and things to add to a line: as many as one likes, then Escape or a press elsewhere. */
export function EmojiButton({ onPick, over }: { onPick: (emoji: string) => void; over: boolean }) {
  return (
    <Menu
      panel
      stays
      label={t("Emoji")}
      trigger={<Smile size={21} aria-hidden />}
      triggerClassName={cx(
        "grid size-11 shrink-0 place-items-center rounded-full",
        over ? "text-white" : "text-fg2 hover:text-fg",
      )}
    >
      <Faces onPick={onPick} />
    </Menu>
  );
}

// One stop for Tab; arrows, Home and End move inside.
function Faces({ onPick }: { onPick: (emoji: string) => void }) {
  const [at, setAt] = useState(0);

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const next = target(at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside.
    <div className="grid grid-cols-6 gap-0.5" onKeyDown={move}>
      {faces.map((face, index) => (
        <button
          key={face}
          type="button"
          data-autofocus={index === 0 || undefined}
          tabIndex={index === at ? 0 : -1}
          className="grid size-11 place-items-center rounded-sm text-[22px] hover:bg-s3"
          onFocus={() => setAt(index)}
          onClick={() => onPick(face)}
        >
          {face}
        </button>
      ))}
    </div>
  );
}

function target(at: number, key: string): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: faces.length - 1,
  };
  const next = steps[alongLine(key)];
  return next === undefined || faces[next] === undefined ? undefined : next;
}
