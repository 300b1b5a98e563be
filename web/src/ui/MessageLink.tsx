import { MessageCircle } from "lucide-react";
import { paths } from "@/app/paths";
import { buttonClass, iconButtonClass } from "./Button";
import { Link } from "./Link";
import { t } from "./texts";
import { useHasPage } from "./useAddress";

type MessageLinkProps = {
  to: { _id: string; username: string };
  source: "user" | "performer";
  /** Beside a name in a list. */
  small?: boolean;
};

/** The way to the conversation with somebody, on a site that has conversations. */
export function MessageLink({ to, source, small = false }: MessageLinkProps) {
  const hasPage = useHasPage();
  const href = paths.messages({ toSource: source, toId: to._id });
  if (!hasPage(paths.messages())) return null;
  const name = t("Write to {username}", { username: to.username });
  return (
    <Link
      href={href}
      aria-label={small ? name : undefined}
      title={small ? name : undefined}
      className={small ? iconButtonClass("ghost") : buttonClass("outline")}
    >
      <MessageCircle size={small ? 18 : 16} aria-hidden />
      {!small && name}
    </Link>
  );
}
