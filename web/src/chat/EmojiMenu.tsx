import { Smile } from "lucide-react";
import { cx } from "@/lib/cx";
import { Menu } from "@/ui/Menu";
import { Faces } from "./Faces";
import { t } from "./texts";

/** A few faces and things to add to a line: as many as one likes, then Escape or a press elsewhere. */
export function EmojiMenu({ onPick, over }: { onPick: (emoji: string) => void; over: boolean }) {
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
