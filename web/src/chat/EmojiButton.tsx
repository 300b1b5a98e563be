import { Smile } from "lucide-react";
import { cx } from "@/lib/cx";
import { Menu } from "@/ui/Menu";

const faces = "😀 😂 😍 😘 😉 😎 🥰 😇 🤗 😜 😳 😢 ❤️ 🔥 👏 🙏 💋 🌹 🎉 🎵 💎 👑 ⭐ 👍".split(" ");

/** A few faces and things to add to a line. */
export function EmojiButton({ onPick, over }: { onPick: (emoji: string) => void; over: boolean }) {
  return (
    <Menu
      panel
      label="Emoji"
      trigger={<Smile size={21} aria-hidden />}
      triggerClassName={cx(
        "grid size-10 shrink-0 place-items-center rounded-full",
        over ? "text-white" : "text-fg2 hover:text-fg",
      )}
    >
      <div className="grid grid-cols-6 gap-0.5">
        {faces.map((face) => (
          <button
            key={face}
            type="button"
            className="grid size-11 place-items-center rounded-sm text-[22px] hover:bg-s3"
            onClick={() => onPick(face)}
          >
            {face}
          </button>
        ))}
      </div>
    </Menu>
  );
}
