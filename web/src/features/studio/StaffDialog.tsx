import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { alphanumeric, birthDate, eighteenYearsBefore, email, optional } from "@/lib/validate";
import { useLabels } from "@/settings/api";
import { FieldError, TextField } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { LoadFailure } from "@/ui/States";
import { Checkbox } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { rights as allRights, type Colleague, useInviteStaff, usePermit } from "./apiStaff";
import { rightName } from "./rights";
import { t } from "./texts";

const newcomer = z.object({
  username: alphanumeric(),
  email: email(),
  name: optional(),
  dateOfBirth: birthDate(),
});

const nobody = { username: "", email: "", name: "", dateOfBirth: "" };

type StaffDialogProps = { colleague: Colleague | undefined; onClose: () => void };

/** Opens an account for somebody who works for the studio, or changes what they may do. */
export function StaffDialog(props: StaffDialogProps) {
  const { colleague } = props;
  return colleague ? <Rights {...props} colleague={colleague} /> : <Newcomer {...props} />;
}

function Newcomer({ onClose }: StaffDialogProps) {
  const invite = useInviteStaff();
  const form = useForm(newcomer, nobody);
  const chosen = useRights([]);

  async function open(person: z.output<typeof newcomer>) {
    if (!chosen.check()) return;
    await invite.mutateAsync({ ...person, rights: chosen.rights });
    toast.success(t("{username} gets an invitation by mail.", { username: person.username }));
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("New staff account")}
      description={t("The invitation lets them choose a password. They log in where you do.")}
      form={form}
      onSubmit={open}
      label={t("New staff account")}
      verb={t("Open the account")}
    >
      <TextField
        label={t("Username")}
        autoCapitalize="off"
        spellCheck={false}
        required
        {...field(form, "username")}
      />
      <TextField label={t("Email")} type="email" required {...field(form, "email")} />
      <TextField label={t("Name")} {...field(form, "name")} />
      <TextField
        label={t("Date of birth")}
        type="date"
        min="1900-01-01"
        max={eighteenYearsBefore(Date.now())}
        required
        {...field(form, "dateOfBirth")}
      />
      <RightFields {...chosen} />
    </FormDialog>
  );
}

const nothing = z.object({});

function Rights({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const permit = usePermit();
  const form = useForm(nothing, {});
  const chosen = useRights(colleague.rights);

  async function save() {
    if (!chosen.check()) return;
    await permit.mutateAsync({ id: colleague._id, rights: chosen.rights });
    toast.success(t("Saved."));
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("What {username} may do", { username: colleague.username })}
      description={t("It holds from their next click on.")}
      form={form}
      onSubmit={save}
      label={t("What {username} may do", { username: colleague.username })}
      verb={t("Save")}
    >
      <RightFields {...chosen} />
    </FormDialog>
  );
}

/** The rights that are ticked; one at least. */
function useRights(given: readonly string[]) {
  const [rights, setRights] = useState([...given]);
  const [problem, setProblem] = useState<string>();
  return {
    rights,
    problem,
    check: () => {
      setProblem(rights.length === 0 ? t("Allow one thing at least.") : undefined);
      return rights.length > 0;
    },
    toggle: (id: string) =>
      setRights(rights.includes(id) ? rights.filter((one) => one !== id) : [...rights, id]),
  };
}

function RightFields({ rights, problem, toggle }: ReturnType<typeof useRights>) {
  const { models } = useLabels();
  const all = useQuery(allRights());
  return (
    <fieldset>
      <legend className="text-label font-semibold">{t("May")}</legend>
      <LoadFailure query={all} what={t("What you can allow")} />
      {all.data?.data.map(({ _id }) => (
        <Checkbox
          key={_id}
          label={rightName(_id, models)}
          checked={rights.includes(_id)}
          onChange={() => toggle(_id)}
        />
      ))}
      {problem && <FieldError>{problem}</FieldError>}
    </fieldset>
  );
}
