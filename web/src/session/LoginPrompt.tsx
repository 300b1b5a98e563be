import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { LinkButton } from "@/ui/Button";
import { Sheet } from "@/ui/Dialog";
import { t } from "./texts";

type LoginPromptProps = {
  onClose: () => void;
  /** What logging in is for, in a sentence. */
  children: ReactNode;
};

/** Asks a guest to log in for what they tried; the login brings them back here. */
export function LoginPrompt({ onClose, children }: LoginPromptProps) {
  const { href } = useLocation();
  return (
    <Sheet open onClose={onClose} title={t("Join the fun")} width="sm">
      <p className="text-body text-fg2">{children}</p>
      <div className="mt-5 grid gap-2">
        <LinkButton href={paths.loginUser({ next: href })} variant="brand" size="lg" data-autofocus>
          {t("Log in")}
        </LinkButton>
        <LinkButton href={paths.registerUser({ next: href })} variant="outline" size="lg">
          {t("Create a free account")}
        </LinkButton>
      </div>
    </Sheet>
  );
}
