import * as z from "zod/mini";
import { formTexts } from "@/lib/validate";
import { Card } from "@/ui/Card";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { SaveButton } from "@/ui/SaveButton";
import { toast } from "@/ui/toast";
import { type Me, useUpdateMe } from "./api";
import { t } from "./texts";

const most = 10_000_000;

/** Tokens, or nothing to be never asked. */
const schema = z.object({
  confirmAbove: z.pipe(
    z.string().check(
      z.trim(),
      z.refine((text) => Number.isFinite(Number(text)), { error: () => formTexts.notNumber }),
      z.refine((text) => Number(text) >= 0 && Number(text) <= most, {
        error: () => formTexts.between(0, most),
      }),
    ),
    z.transform((text: string) => Number(text)),
  ),
});

/** Above which amount a member is asked once more before tokens are spent by one press. */
export function ConfirmAboveCard({ account }: { account: Me }) {
  const update = useUpdateMe();
  const { confirmAbove } = account;
  const form = useForm(schema, { confirmAbove: confirmAbove === 0 ? "" : String(confirmAbove) });
  return (
    <Card title={t("Large tips")}>
      <Form
        form={form}
        onSubmit={async (values) => {
          await update.mutateAsync(values);
          toast.success(t("Saved"));
        }}
        aria-label={t("Large tips")}
      >
        <TextField
          label={t("Ask me above so many tokens")}
          inputMode="decimal"
          placeholder={t("Never ask")}
          hint={t(
            "A tip, a wish from a tip menu or a spin that costs more is confirmed once more. Leave it empty to be never asked.",
          )}
          {...field(form, "confirmAbove")}
        />
        <SaveButton pending={form.formState.isSubmitting} />
      </Form>
    </Card>
  );
}
