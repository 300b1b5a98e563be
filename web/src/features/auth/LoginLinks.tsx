import { paths } from "@/app/paths";
import { useLabels } from "@/settings/api";
import { LinkButton } from "@/ui/Button";
import { t } from "./texts";

/** The three logins, when the page cannot know whose it is. */
export function LoginLinks() {
  const { model } = useLabels();
  return (
    <div className="grid gap-2">
      <LinkButton href={paths.loginUser()} variant="brand" size="lg">
        {t("Log in")}
      </LinkButton>
      <div className="grid grid-cols-2 gap-2">
        <LinkButton href={paths.loginPerformer()} variant="outline">
          {t("{model} login", { model })}
        </LinkButton>
        <LinkButton href={paths.loginStudio()} variant="outline">
          {t("Studio login")}
        </LinkButton>
      </div>
    </div>
  );
}
