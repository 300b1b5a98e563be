import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "@/api/errors";
import type { Camera } from "@/media/camera";
import { TopUpLink } from "@/session/TopUpLink";
import { Button, buttonClass } from "@/ui/Button";
import { Switch } from "@/ui/Toggle";
import {
  askForShow,
  type BalanceWish,
  type CameraWish,
  privateKeys,
  type Quote,
  type Show,
} from "../api";
import { t } from "../texts";
import type { Asked } from "./asked";
import { Choices } from "./Choices";
import { MyCamera } from "./MyCamera";
import { QuoteFacts } from "./QuoteFacts";

const balances = () =>
  [
    { id: "exact", label: t("The amount") },
    { id: "enough", label: t("That it is enough") },
    { id: "hidden", label: t("Nothing") },
  ] as const;

type AskFormProps = {
  performer: Asked;
  quote: Quote;
  camera: Camera;
  topUp: string | undefined;
  onAsked: (show: Show) => void;
};

/** The terms, the member's own choices, and the button with the price on it. */
export function AskForm({ performer, quote, camera, topUp, onAsked }: AskFormProps) {
  const queries = useQueryClient();
  const [exclusive, setExclusive] = useState(false);
  const [wish, setWish] = useState<CameraWish>("none");
  const [balance, setBalance] = useState<BalanceWish>("exact");
  const ask = useMutation({
    mutationFn: () => askForShow(performer._id, { exclusive, camera: wish, balance }),
    onSuccess: onAsked,
    // What refuses it may have changed since the quote.
    onError: () => queries.invalidateQueries({ queryKey: privateKeys.quote(performer._id) }),
  });

  const price = exclusive ? quote.exclusivePrice : quote.price;
  const missing = missingFor(quote, price, ask.error);
  const refused = !quote.accepting && quote.reason !== "insufficient_balance";

  function submit(event: FormEvent) {
    event.preventDefault();
    ask.mutate();
  }

  return (
    <form aria-label={t("Ask for a private show")} className="grid gap-5" onSubmit={submit}>
      <QuoteFacts quote={quote} price={price} exclusive={exclusive} />
      {quote.exclusivePrice > 0 && (
        <Switch
          label={t("Exclusive")}
          hint={t("Nobody may look in. {count, plural, one {# token} other {# tokens}} a minute.", {
            count: quote.exclusivePrice,
          })}
          checked={exclusive}
          onChange={({ target }) => setExclusive(target.checked)}
        />
      )}
      <MyCamera camera={camera} wish={wish} onWish={setWish} name={performer.name} />
      <Choices
        label={t("What {name} sees of your balance", { name: performer.name })}
        list={balances()}
        chosen={balance}
        onChoose={setBalance}
      />
      <div>
        <Button
          type="submit"
          variant="brand"
          size="lg"
          className="w-full"
          pending={ask.isPending}
          disabled={refused || missing > 0}
        >
          {t("Ask for a private show · {count, plural, one {# token} other {# tokens}} a minute", {
            count: price,
          })}
        </Button>
        {refused && <Refusal>{quote.message ?? t("No requests are taken now.")}</Refusal>}
        {!refused && missing > 0 && <Missing tokens={missing} topUp={topUp} />}
        {!refused && missing === 0 && ask.error && <Refusal>{messageOf(ask.error)}</Refusal>}
        <p className="mt-2 text-center text-caption text-fg3">
          {t("Nothing is charged before the show has started.")}
        </p>
      </div>
    </form>
  );
}

/** Tokens short of the minimum: by the quote, or as the server said. */
function missingFor({ balance, minMinutes }: Quote, price: number, error: unknown): number {
  if (error instanceof ApiError && error.code === "insufficient_balance") {
    return error.missing ?? price;
  }
  return Math.max(0, price * minMinutes - balance);
}

function Refusal({ children }: { children: string }) {
  return (
    <p role="alert" className="mt-2 text-label font-normal text-danger-ink">
      {children}
    </p>
  );
}

function Missing({ tokens, topUp }: { tokens: number; topUp: string | undefined }) {
  return (
    <p role="alert" className="mt-2 flex flex-wrap items-center gap-2 text-label text-danger-ink">
      {t("You are {count, plural, one {# token} other {# tokens}} short.", { count: tokens })}
      {topUp && <TopUpLink href={topUp} className={buttonClass("gold", "sm")} />}
    </p>
  );
}
