import { Share2 } from "lucide-react";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { t } from "./texts";

type ShareButtonProps = { path: string; name: string; look: "button" | "rail" };

/** Hands the room's address to the phone's share sheet, else to the clipboard. */
export function ShareButton({ path, name, look }: ShareButtonProps) {
  async function share() {
    const url = new URL(path, location.origin).href;
    if (look === "rail" && navigator.share) {
      await navigator.share({ title: name, url }).catch(() => {});
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      toast.success(t("The link to this room was copied."));
    } catch {
      toast.info(url);
    }
  }
  if (look === "rail") {
    return (
      <button type="button" aria-label={t("Share")} className={railButton} onClick={share}>
        <Share2 size={20} aria-hidden />
      </button>
    );
  }
  return (
    <Button variant="outline" onClick={share}>
      <Share2 size={17} aria-hidden />
      {t("Share")}
    </Button>
  );
}

/** A round button at the right edge of a phone's room. */
export const railButton =
  "grid size-11 place-items-center rounded-full bg-black/45 text-white backdrop-blur-md";
