import { Users } from "lucide-react";
import { paths } from "@/app/paths";
import { useSession } from "@/session/api";
import { LinkButton } from "@/ui/Button";
import { Link } from "@/ui/Link";

type GroupActionProps = {
  performer: { username: string };
  /** A labelled button, or a round one at the edge of a phone's room. */
  look: "button" | "rail";
};

/** The way into the group show that goes on; a guest is led through the login. */
export function GroupAction({ performer, look }: GroupActionProps) {
  const { role } = useSession();
  if (role !== undefined && role !== "user") return null;
  const href = paths.groupSeat(performer.username);
  if (look === "rail") {
    return (
      <Link
        href={href}
        aria-label="Join the group show"
        className="grid size-11 place-items-center rounded-full bg-violet text-white backdrop-blur-md"
      >
        <Users size={20} aria-hidden />
      </Link>
    );
  }
  return (
    <LinkButton href={href} variant="outline">
      <Users size={17} aria-hidden />
      Join the group show
    </LinkButton>
  );
}
