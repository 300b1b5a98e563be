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

const askers = [
  { value: "everyone", label: "Everyone" },
  { value: "favourites", label: "People who have me as a favorite" },
  { value: "balance", label: "Members with enough tokens" },
  { value: "nobody", label: "Nobody" },
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
    const whoMayAsk = askers.find(({ value }) => value === values.whoMayAsk)?.value ?? "everyone";
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
    toast.success("Saved");
  }

  return (
    <Card title="Private and group shows">
      <Form form={form} onSubmit={save} aria-label="Private and group shows">
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <Select
            label="Who may ask for a private show"
            options={askers}
            {...field(form, "whoMayAsk")}
          />
          {form.watch("whoMayAsk") === "balance" && (
            <TextField
              label="Enough are"
              hint="Tokens in the member's balance"
              inputMode="numeric"
              {...field(form, "minBalance")}
            />
          )}
          <TextField
            label="Fewest people in a group show"
            inputMode="numeric"
            {...field(form, "minParticipants")}
          />
          <TextField
            label="Most people in a group show"
            inputMode="numeric"
            {...field(form, "maxParticipants")}
          />
        </div>
        <Switch
          label="Sell peeks into private shows"
          hint="A short look for a price, without chat."
          {...field(form, "peekEnabled")}
        />
        {form.watch("peekEnabled") && (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Price of a peek"
              hint="Tokens; 0 is a third of the private price"
              inputMode="numeric"
              {...field(form, "peekPrice")}
            />
            <TextField
              label="Length of a peek"
              hint="Seconds"
              inputMode="numeric"
              {...field(form, "peekSeconds")}
            />
          </div>
        )}
        {form.watch("peekEnabled") && (
          <Switch
            label="People who look in hear me"
            hint="Otherwise they see you without sound. Your member is never seen or heard."
            {...field(form, "peekSound")}
          />
        )}
        <Switch
          label="Record my shows"
          hint="Members are told before they pay. Only you can watch and download a recording."
          {...field(form, "record")}
        />
        <p className="-mt-2 text-caption text-fg2">
          What was recorded is under{" "}
          <Link href={paths.performer.recordings()} className="font-semibold underline">
            Recordings
          </Link>
          .
        </p>
        <SaveButton pending={form.formState.isSubmitting} />
      </Form>
    </Card>
  );
}
