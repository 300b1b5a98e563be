import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { ApiError, messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import type { SignInSlot } from "@/declared/slots";
import { withSearch } from "@/lib/address";
import { LinkButton } from "@/ui/Button";
import { FieldError } from "@/ui/Field";
import { lazyPart } from "@/ui/lazyPart";
import { Spinner } from "@/ui/Spinner";
import { useAnySearch, useGo } from "@/ui/useAddress";
import { available, enter } from "./api";
import { ConnectButton } from "./ConnectButton";
import { Ended } from "./Ended";
import { t } from "./texts";
import { endOf } from "./words";

const SignUpForm = lazyPart(() => import("./SignUpForm").then((file) => file.SignUpForm));

/**
 * A login page with X beside its form, where the site has that. Who is led back by X is logged in, asked for
 * a code, or registers: nobody is here yet with that account of X.
 */
export function SignInWays({ at, next, children, onTicket, onEntered }: SignInSlot) {
  const site = useQuery(available());
  const [{ twitter = "" }] = useAnySearch();
  const go = useGo();
  const flow = endOf(twitter) === undefined ? twitter : "";
  const way = useMutation({
    mutationFn: enter,
    onSuccess: async (answer) => {
      if (answer.registration && at === "login")
        await go(withSearch(paths.registerUser(), { next, twitter: flow }), { replace: true });
      else if (answer.ticket) onTicket(answer.ticket, answer.passkey === true);
      else if (answer.token) await onEntered();
    },
  });
  const begin = useEffectEvent(() => way.mutate(flow));
  useEffect(() => {
    if (flow !== "") begin();
  }, [flow]);

  if (flow !== "" && !way.error) {
    const begun = way.data?.registration;
    return begun && at === "register" ? (
      <SignUpForm flow={flow} next={next} begun={begun} />
    ) : (
      <p role="status" className="flex items-center gap-3 py-6 text-body text-fg2">
        <Spinner size={20} label="" />
        {t("One moment: X (Twitter) says who you are…")}
      </p>
    );
  }
  if (!site.data?.signIn) return children;
  return (
    <div className="grid gap-5">
      {twitter !== "" && <Ended />}
      {way.error && <Refused error={way.error} />}
      {at === "login" && children}
      {at === "login" && <Or>{t("or")}</Or>}
      <ConnectButton next={next}>
        {at === "login" ? t("Log in with X (Twitter)") : t("Sign up with X (Twitter)")}
      </ConnectButton>
      {at === "register" && <Or>{t("or with your mail address")}</Or>}
      {at === "register" && children}
    </div>
  );
}

function Or({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-3 text-caption text-fg3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </p>
  );
}

/** Why the account is not open, and what can be done about it. */
function Refused({ error }: { error: Error }) {
  const code = error instanceof ApiError ? error.code : undefined;
  return (
    <div className="grid gap-3">
      <FieldError>{messageOf(error)}</FieldError>
      {code === "email_unverified" && (
        <LinkButton href={paths.verifyEmail()} variant="outline">
          {t("Send the link again")}
        </LinkButton>
      )}
      {code === "account_suspended" && (
        <LinkButton href={paths.contact()} variant="outline">
          {t("Contact support")}
        </LinkButton>
      )}
    </div>
  );
}
