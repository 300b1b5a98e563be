import { type KeyboardEvent, useState } from "react";
import { alongLine } from "@/i18n/direction";

const faces = "😀 😂 😍 😘 😉 😎 🥰 😇 🤗 😜 😳 😢 ❤️ 🔥 👏 🙏 💋 🌹 🎉 🎵 💎 👑 ⭐ 👍".split(" ");
const columns = 6;

/** A few faces and things. One stop for Tab; arrows, Home and End move inside. */
export function Faces({ onPick }: { onPick: (emoji: string) => void }) {
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
