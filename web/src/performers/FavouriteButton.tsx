import { Heart } from "lucide-react";
import { useState } from "react";
import { cx } from "@/lib/cx";
import { useSession } from "@/session/api";
import { Button } from "@/ui/Button";
import { lazyPart } from "@/ui/lazyPart";
import { t } from "./texts";
import type { Performer } from "./types";
import { useFavourite } from "./useFavourite";

const LoginPrompt = lazyPart(() =>
  import("@/session/LoginPrompt").then((file) => file.LoginPrompt),
);

type FavouriteButtonProps = {
  performer: Pick<Performer, "_id" | "name" | "isFavorite">;
  /** A heart on a picture, one in a pill over video, or a button with its word. */
  look: "card" | "pill" | "button" | "overlay";
};

const looks = {
  card: "absolute top-1.5 end-1.5 grid size-11 place-items-center rounded-full text-white before:absolute before:inset-1 before:-z-10 before:rounded-full before:bg-black/45 before:transition-colors hover:before:bg-black/70",
  pill: "grid size-11 shrink-0 place-items-center rounded-full bg-brand text-on-brand",
};

/** The heart. Members like and unlike; a guest is asked to log in; nobody else has favourites. */
export function FavouriteButton({ performer, look }: FavouriteButtonProps) {
  const { role } = useSession();
  const { setFavourite } = useFavourite(performer._id);
  const [asking, setAsking] = useState(false);
  if (role !== undefined && role !== "user") return null;

  const { isFavorite, name } = performer;
  const press = {
    "aria-pressed": isFavorite,
    "aria-label": t("Favorite {name}", { name }),
    onClick: () => (role === "user" ? setFavourite(!isFavorite) : setAsking(true)),
  };
  const heart = (
    <Heart
      size={look === "card" ? 18 : 17}
      aria-hidden
      className={cx(
        "transition-transform",
        isFavorite &&
          (look === "pill" ? "fill-current" : "scale-110 fill-[#ff4d58] text-[#ff4d58]"),
      )}
    />
  );
  return (
    <>
      {look === "button" || look === "overlay" ? (
        <Button
          variant={look === "button" ? "outline" : "overlay"}
          size={look === "button" ? "md" : "lg"}
          {...press}
        >
          {heart}
          {t("Favorite")}
        </Button>
      ) : (
        <button type="button" className={cx("isolate", looks[look])} {...press}>
          {heart}
        </button>
      )}
      {asking && (
        <LoginPrompt onClose={() => setAsking(false)}>
          {t("Log in to keep {name} among your favorites, one tap away from anywhere.", { name })}
        </LoginPrompt>
      )}
    </>
  );
}
