import { useState } from "react";
import * as z from "zod/mini";
import { paths } from "@/app/paths";
import { useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import { Form, field, useForm } from "@/ui/Form";
import { useAddress } from "@/ui/useAddress";
import { AccountFields, accountShape, emptyAccount } from "./AccountFields";
import { AuthCard } from "./AuthCard";
import { registerMember, type Told } from "./api";
import { HaveAccount } from "./HaveAccount";
import { Registered } from "./Registered";
import { RoleChoices } from "./RoleChoices";

/** /auth/register/user, with ?ref= for who was invited. */
export default function RegisterUserPage() {
  useTitle("Create an account");
  const { siteName, passwordMinimum } = useSettings();
  const { query } = useAddress();
  const [told, setTold] = useState<Told>();
  const form = useForm(z.object(accountShape(passwordMinimum)), emptyAccount);

  if (told) return <Registered message={told.message} email={form.getValues("email")} />;
  return (
    <AuthCard
      title="Create your account"
      lead={`Watch, chat and tip on ${siteName}. It is free.`}
      top={<RoleChoices to="register" selected="user" />}
      footer={<HaveAccount href={paths.loginUser()} />}
    >
      <Form
        form={form}
        aria-label="Register"
        onSubmit={async (draft) =>
          setTold(await registerMember({ ...draft, ref: query.ref ?? "" }))
        }
      >
        <AccountFields bind={(name) => field(form, name)} password={form.watch("password")} />
        <Button type="submit" variant="brand" size="lg" pending={form.formState.isSubmitting}>
          Create account
        </Button>
      </Form>
    </AuthCard>
  );
}
