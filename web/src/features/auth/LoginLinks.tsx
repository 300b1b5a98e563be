import { paths } from "@/app/paths";
import { useLabels } from "@/settings/api";
import { LinkButton } from "@/ui/Button";

/** The three logins, when the page cannot know whose it is. */
export function LoginLinks() {
  const { model } = useLabels();
  return (
    <div className="grid gap-2">
      <LinkButton href={paths.loginUser()} variant="brand" size="lg">
        Log in
      </LinkButton>
      <div className="grid grid-cols-2 gap-2">
        <LinkButton href={paths.loginPerformer()} variant="outline">
          {model} login
        </LinkButton>
        <LinkButton href={paths.loginStudio()} variant="outline">
          Studio login
        </LinkButton>
      </div>
    </div>
  );
}
