import { Users } from "lucide-react";
import { paths } from "@/app/paths";
import { useSession } from "@/session/api";
import { PriceTag, RailPrice } from "@/shows/PriceTag";
import { LinkButton } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { t } from "./texts";

type GroupActionProps = {
  performer: { username: string; groupPrice: number };
  /** A labelled button, or a round one at the edge of a phone's room. */
  look: "button" | "rail";
};

/** The way into the group show that goes on; a guest is led through the login. */
export function GroupAction({ performer, look }: GroupActionProps) {
  const { role } = useSession();
  if (role !== undefined && role !== "user") return null;
  const price = performer.groupPrice;
  const priced = price > 0;
  const href = paths.groupSeat(performer.username);
  if (look === "rail") {
    return (
      <Link
        href={href}
        aria-label={
          priced
            ? t("Join the group show, {count, plural, one {# token} other {# tokens}} a minute", {
                count: price,
              })
            : t("Join the group show")
        }
        className="relative grid size-11 place-items-center rounded-full bg-violet text-white backdrop-blur-md"
      >
        <Users size={20} aria-hidden />
        {priced && <RailPrice price={price} />}
      </Link>
    );
  }
  return (
    <LinkButton href={href} variant="outline">
      <Users size={17} aria-hidden />
      <span>
        {priced
          ? t.rich("Join the group show · {price}", { price: <PriceTag price={price} /> })
          : t("Join the group show")}
      </span>
    </LinkButton>
  );
}
