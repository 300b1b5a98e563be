import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { paths } from "@/app/paths";
import type { SignInSlots } from "@/declared/slots";
import { forgetInvitation, invitation } from "@/session/invitation";
import { useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import { Form, field, useForm } from "@/ui/Form";
import { useGo, useSearch } from "@/ui/useAddress";
import { AccountFields, accountShape, emptyAccount } from "./AccountFields";
import { AuthCard } from "./AuthCard";
import { registerMember, type Told } from "./api";
import { HaveAccount } from "./HaveAccount";
import { InvitedBy } from "./InvitedBy";
import { useEnter } from "./login";
import { Registered } from "./Registered";
import { RoleChoices } from "./RoleChoices";
import { t } from "./texts";

/** /auth/register/user; who was invited, now or in the last 30 days, sees by whom. */
export default function RegisterUserPage({ SignInWays }: SignInSlots) {
  useTitle(t("Create an account"));
  const { siteName, passwordMinimum } = useSettings();
  const [query] = useSearch(paths.registerUser);
  const invited = useQuery(invitation(query.ref));
  const [told, setTold] = useState<Told>();
  const form = useForm(z.object(accountShape(passwordMinimum)), emptyAccount);

  const go = useGo();
  const enter = useEnter(query.next);
  const login = paths.loginUser({ next: query.next });
  if (told) return <Registered message={told.message} email={form.getValues("email")} />;
  const byMail = (
    <Form
      form={form}
      unsaved={{ keepAs: "register" }}
      aria-label={t("Register")}
      onSubmit={async (draft) => {
        setTold(
          await registerMember({
            ...draft,
            ref: invited.data?.code ?? query.ref ?? "",
            next: query.next ?? "",
          }),
        );
        forgetInvitation();
      }}
    >
      {invited.data && <InvitedBy invitation={invited.data} />}
      <AccountFields bind={(name) => field(form, name)} password={form.watch("password")} />
      <Button type="submit" variant="brand" size="lg" pending={form.formState.isSubmitting}>
        {t("Create account")}
      </Button>
    </Form>
  );
  return (
    <AuthCard
      title={t("Create your account")}
      lead={t("Watch, chat and tip on {siteName}. It is free.", { siteName })}
      top={<RoleChoices to="register" selected="user" />}
      footer={<HaveAccount href={login} />}
    >
      {SignInWays ? (
        <SignInWays at="register" next={query.next} onTicket={() => go(login)} onEntered={enter}>
          {byMail}
        </SignInWays>
      ) : (
        byMail
      )}
    </AuthCard>
  );
}
