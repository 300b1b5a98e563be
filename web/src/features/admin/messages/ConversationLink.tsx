import { paths } from "@/app/paths";
import { Link } from "@/ui/Link";
import { t } from "./texts";

export function ConversationLink({ id }: { id: string }) {
  return (
    <Link
      href={paths.admin.conversation(id)}
      className="flex min-h-6 items-center text-caption text-brand-ink underline underline-offset-2"
    >
      {t("Read the conversation")}
    </Link>
  );
}
