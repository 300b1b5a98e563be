import * as z from "zod/mini";
import { ApiError } from "@/api/errors";
import { paths } from "@/app/paths";
import { numberBetween, required } from "@/lib/validate";
import { Card } from "@/ui/Card";
import { Select, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Link } from "@/ui/Link";
import { SaveButton } from "@/ui/SaveButton";
import { Switch } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { type Performer, useSetBroadcast } from "./api";
import { t } from "./texts";

const askers = () =>
  [
    { value: "everyone", label: t("Everyone") },
    { value: "favourites", label: t("People who have me as a favorite") },
    { value: "balance", label: t("Members with enough tokens") },
    { value: "nobody", label: t("Nobody") },
  ] as const;

const schema = z.object({
  whoMayAsk: required(),
  minBalance: numberBetween(0, 100_000),
  record: z.boolean(),
  minParticipants: numberBetween(1, 100),
  maxParticipants: numberBetween(1, 100),
  peekEnabled: z.boolean(),
  peekSound: z.boolean(),
  peekPrice: numberBetween(0, 10_000),
  peekSeconds: numberBetween(10, 600),
});

/** How private and group shows are run. */
export function BroadcastCard({ performer: { broadcast } }: { performer: Performer }) {
  const set = useSetBroadcast();
  const form = useForm(schema, {
    whoMayAsk: broadcast.whoMayAsk,
    minBalance: String(broadcast.minBalance ?? 0),
    record: broadcast.record,
    minParticipants: String(broadcast.minParticipants),
    maxParticipants: String(broadcast.maxParticipants),
    peekEnabled: broadcast.peekIn.enabled,
    peekSound: broadcast.peekIn.sound ?? false,
    peekPrice: String(broadcast.peekIn.price),
    peekSeconds: String(broadcast.peekIn.seconds),
  });

  async function save(values: z.output<typeof schema>) {
    const { minParticipants, maxParticipants, minBalance, record } = values;
    const { peekEnabled, peekPrice, peekSeconds, peekSound } = values;
    const whoMayAsk = askers().find(({ value }) => value === values.whoMayAsk)?.value ?? "everyone";
    const peekIn = {
      enabled: peekEnabled,
      price: peekPrice,
      seconds: peekSeconds,
      sound: peekSound,
    };
    const seats = { minParticipants, maxParticipants };
    try {
      await set.mutateAsync({ whoMayAsk, minBalance, ...seats, peekIn, record });
    } catch (error) {
      const problem = error instanceof ApiError ? error.fields["peekIn.price"] : undefined;
      if (problem === undefined) throw error;
      form.setError("peekPrice", { type: "server", message: problem }, { shouldFocus: true });
      return;
    }
    toast.success(t("Saved"));
  }

  return (
    <Card title={t("Private and group shows")}>
      <Form form={form} onSubmit={save} aria-label={t("Private and group shows")}>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <Select
            label={t("Who may ask for a private show")}
            options={askers()}
            {...field(form, "whoMayAsk")}
          />
          {form.watch("whoMayAsk") === "balance" && (
            <TextField
              label={t("Enough are")}
              hint={t("Tokens in the member's balance")}
              inputMode="numeric"
              {...field(form, "minBalance")}
            />
          )}
          <TextField
            label={t("Fewest people in a group show")}
            inputMode="numeric"
            {...field(form, "minParticipants")}
          />
          <TextField
            label={t("Most people in a group show")}
            inputMode="numeric"
            {...field(form, "maxParticipants")}
          />
        </div>
        <Switch
          label={t("Sell peeks into private shows")}
          hint={t("A short look for a price, without chat.")}
          {...field(form, "peekEnabled")}
        />
        {form.watch("peekEnabled") && (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label={t("Price of a peek")}
              hint={t("Tokens; 0 is a third of the private price")}
              inputMode="numeric"
              {...field(form, "peekPrice")}
            />
            <TextField
              label={t("Length of a peek")}
              hint={t("Seconds")}
              inputMode="numeric"
              {...field(form, "peekSeconds")}
            />
          </div>
        )}
        {form.watch("peekEnabled") && (
          <Switch
            label={t("People who look in hear me")}
            hint={t("Otherwise they see you without sound. Your member is never seen or heard.")}
            {...field(form, "peekSound")}
          />
        )}
        <Switch
          label={t("Record my shows")}
          hint={t(
            "Members are told before they pay. Only you can watch a recording, until you share it with those who paid.",
          )}
          {...field(form, "record")}
        />
        <p className="-mt-2 text-caption text-fg2">
          {t.rich("What was recorded is under <a>Recordings</a>.", {
            a: (words) => (
              <Link href={paths.performer.recordings()} className="font-semibold underline">
                {words}
              </Link>
            ),
          })}
        </p>
        <SaveButton pending={form.formState.isSubmitting} />
      </Form>
    </Card>
  );
}
