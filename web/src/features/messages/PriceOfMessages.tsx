import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { numberBetween } from "@/lib/validate";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Loaded } from "@/ui/Loaded";
import { SaveButton } from "@/ui/SaveButton";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { messagePrice, setMessagePrice } from "./pay";
import { t } from "./texts";

/** Tokens for a message (internal/paidmessages). */
const most = 1000;
const schema = z.object({ price: numberBetween(0, most) });

/** What a performer asks of members for each message. */
export function PriceOfMessages() {
  const asked = useQuery(messagePrice());
  return (
    <Loaded query={asked} waiting={<Skeleton className="h-24 w-full" />}>
      {({ price }) => <PriceForm price={price} />}
    </Loaded>
  );
}

function PriceForm({ price }: { price: number }) {
  const queries = useQueryClient();
  const form = useForm(schema, { price: String(price) });
  async function save({ price }: z.output<typeof schema>) {
    queries.setQueryData(messagePrice().queryKey, await setMessagePrice(price));
    toast.success(t("Saved. It holds from the next message on."));
  }
  return (
    <Form form={form} onSubmit={save} aria-label={t("Price of a message")}>
      <TextField
        label={t("What a message to you costs")}
        hint={t("Tokens, paid by members; 0 is free. What you write costs nothing.")}
        inputMode="numeric"
        {...field(form, "price")}
      />
      <SaveButton pending={form.formState.isSubmitting} />
    </Form>
  );
}
