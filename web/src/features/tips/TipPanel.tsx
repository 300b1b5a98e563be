import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError, messageOf } from "@/api/errors";
import { cx } from "@/lib/cx";
import { formatTokens } from "@/lib/format";
import { useSession } from "@/session/api";
import { LoginPrompt } from "@/session/LoginPrompt";
import { TopUpLink } from "@/session/TopUpLink";
import { useSpendCheck } from "@/session/useSpendCheck";
import { useSettings } from "@/settings/api";
import { Button, buttonClass } from "@/ui/Button";
import { Coin } from "@/ui/Coin";
import { TextField } from "@/ui/Field";
import { LoadFailure } from "@/ui/States";
import { Tabs } from "@/ui/Tabs";
import { Switch } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { AmountChoice } from "./AmountChoice";
import { firstAmount, tipAmounts } from "./amounts";
import { tipMenu, useSendTip } from "./api";
import { MenuChoice } from "./MenuChoice";
import { t } from "./texts";

export type TipPanelProps = {
  performer: { _id: string; name: string };
  /** The room that hears of the tip. */
  conversationId?: string | undefined;
  /** Where tokens are bought, when there is such a page. */
  topUp?: string | undefined;
  /** In a sheet of its own, which has a title: note and anonymity are shown at once. */
  roomy?: boolean;
  /** In a conversation of two, where nobody is anonymous. */
  direct?: boolean;
  onSent?: (tokens: number) => void;
};

const maxNote = 200;

const ways = () =>
  [
    { id: "amount", label: t("Amount") },
    { id: "menu", label: t("Menu") },
  ] as const;

/** Thanks a performer with tokens: the amount on the button, the balance beside it. */
export function TipPanel(props: TipPanelProps) {
  const { performer, conversationId, topUp, roomy = false, direct = false, onSent } = props;
  const { session, role } = useSession();
  const amounts = tipAmounts(useSettings());
  const offered = useQuery(tipMenu(performer._id));
  const menu = offered.data?.data ?? [];
  const [way, setWay] = useState<"amount" | "menu">("amount");
  const [chosen, setChosen] = useState<number>();
  const [wished, setWished] = useState<string>();
  const [note, setNote] = useState("");
  const [anonymous, setAnonymous] = useState(false);
  const [detailed, setDetailed] = useState(roomy);
  const [asking, setAsking] = useState(false);
  const tip = useSendTip(performer._id);
  const { check, question } = useSpendCheck();

  // What is not on the menu any more is not chosen any more.
  const isMenu = way === "menu" && menu.length > 0;
  const item = isMenu ? (menu.find(({ _id }) => _id === wished) ?? menu[0]) : undefined;
  const preset = chosen !== undefined && amounts.includes(chosen) ? chosen : firstAmount(amounts);
  const amount = item?.token ?? preset;
  const missing = missingFor(amount, role === "user" ? session?.balance : undefined, tip.error);

  function send(event: FormEvent) {
    event.preventDefault();
    if (role === undefined) {
      setAsking(true);
      return;
    }
    const what = item
      ? t("for “{label}”", { label: item.label })
      : t("on a tip for {name}", { name: performer.name });
    check(amount, what, give);
  }

  function give() {
    const words = note.trim();
    tip.mutate(
      {
        token: amount,
        ...(item && { menuItemId: item._id }),
        ...(conversationId && { conversationId }),
        ...(words && { note: words }),
        ...(anonymous && { anonymous }),
      },
      {
        onSuccess: () => {
          setNote("");
          toast.success(
            t("You have tipped {name} {count, plural, one {# token} other {# tokens}}.", {
              name: performer.name,
              count: amount,
            }),
          );
          onSent?.(amount);
        },
      },
    );
  }

  return (
    <form aria-label={t("Tip {name}", { name: performer.name })} onSubmit={send}>
      <div className="mb-3 flex items-center gap-2 text-label">
        {roomy || <h2 className="font-bold">{t("Send a tip")}</h2>}
        {role === "user" && session && <Balance tokens={session.balance} topUp={topUp} />}
      </div>
      <LoadFailure query={offered} what={t("The menu")} />
      <Choice
        isOffered={menu.length > 0}
        way={way}
        onWay={(next) => {
          setWay(next);
          tip.reset();
        }}
      >
        {item ? (
          <MenuChoice
            items={menu}
            chosen={item._id}
            onChoose={(next) => {
              setWished(next);
              tip.reset();
            }}
          />
        ) : (
          <AmountChoice
            amounts={amounts}
            chosen={amount}
            onChoose={(next) => {
              setChosen(next);
              tip.reset();
            }}
          />
        )}
      </Choice>
      {detailed ? (
        <div className="mt-3 grid gap-1">
          <TextField
            label={t("Note")}
            hideLabel
            placeholder={t("Add a note (optional)")}
            value={note}
            maxLength={maxNote}
            onChange={({ target }) => setNote(target.value)}
          />
          {!direct && (
            <Switch
              label={t("Stay anonymous in the room")}
              checked={anonymous}
              onChange={({ target }) => setAnonymous(target.checked)}
            />
          )}
        </div>
      ) : (
        <button
          type="button"
          className="mt-1 h-9 max-lg:h-11 text-caption font-medium text-fg2 underline-offset-2 hover:text-fg hover:underline"
          onClick={() => setDetailed(true)}
        >
          {t("Add a note or stay anonymous")}
        </button>
      )}
      <Button
        type="submit"
        variant="brand"
        size="lg"
        className="mt-2 w-full"
        pending={tip.isPending}
        disabled={missing > 0}
      >
        {t("Send {count, plural, one {# token} other {# tokens}}", { count: amount })}
      </Button>
      {missing > 0 ? <Missing tokens={missing} topUp={topUp} /> : <Refusal error={tip.error} />}
      {question}
      {asking && (
        <LoginPrompt onClose={() => setAsking(false)}>
          {t("Log in to send {name} {count, plural, one {# token} other {# tokens}}.", {
            name: performer.name,
            count: amount,
          })}
        </LoginPrompt>
      )}
    </form>
  );
}

type ChoiceProps = {
  /** The performer has a menu. */
  isOffered: boolean;
  way: "amount" | "menu";
  onWay: (way: "amount" | "menu") => void;
  children: ReactNode;
};

/** Amounts, or tabs of amounts and the menu. */
function Choice({ isOffered, way, onWay, children }: ChoiceProps) {
  if (!isOffered) return children;
  return (
    <div className="-mt-2 lg:[&_[role=tab]]:h-10 [&_[role=tabpanel]]:pt-3">
      <Tabs label={t("What to tip")} tabs={ways()} selected={way} onSelect={onWay}>
        {children}
      </Tabs>
    </div>
  );
}

const balanceShape = "tnum inline-flex items-center gap-1.5 font-normal text-fg2 not-first:ms-auto";

// On a phone the room has no header: there this is the way to more tokens.
function Balance({ tokens, topUp }: { tokens: number; topUp: string | undefined }) {
  const amount = formatTokens(tokens);
  const figures = (
    <>
      {t.rich("Balance <b>{amount}</b>", {
        amount,
        b: (words) => (
          <>
            <Coin size={15} />
            <b className="font-semibold text-fg">{words}</b>
          </>
        ),
      })}
    </>
  );
  if (topUp === undefined) return <span className={balanceShape}>{figures}</span>;
  return (
    <TopUpLink
      href={topUp}
      aria-label={t("Balance {amount}. Buy tokens", { amount })}
      className={cx(balanceShape, "-my-2 min-h-11 rounded-sm lg:min-h-9 hover:text-fg")}
    >
      {figures}
      <Plus size={14} strokeWidth={3} aria-hidden className="text-gold-ink" />
    </TopUpLink>
  );
}

/** What is missing for the amount, in tokens: by the balance known, or as the server said. */
function missingFor(amount: number, balance: number | undefined, error: unknown): number {
  if (error instanceof ApiError && error.code === "insufficient_balance") {
    return error.missing ?? amount;
  }
  return balance === undefined ? 0 : Math.max(0, amount - balance);
}

function Missing({ tokens, topUp }: { tokens: number; topUp: string | undefined }) {
  return (
    <p role="alert" className="mt-2 flex flex-wrap items-center gap-2 text-caption text-danger-ink">
      {t("You are {count, plural, one {# token} other {# tokens}} short.", { count: tokens })}
      {topUp && <TopUpLink href={topUp} className={buttonClass("gold", "sm")} />}
    </p>
  );
}

function Refusal({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className="mt-2 text-caption text-danger-ink">
      {messageOf(error)}
    </p>
  );
}
