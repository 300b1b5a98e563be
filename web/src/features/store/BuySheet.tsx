import { useLocation } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { idempotencyKey } from "@/api/client";
import { ApiError } from "@/api/errors";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import { formatTokens } from "@/lib/format";
import { useSession } from "@/session/api";
import { LoginPrompt } from "@/session/LoginPrompt";
import { Refusal } from "@/session/Refusal";
import { TopUpLink } from "@/session/TopUpLink";
import type { Offer } from "@/store/buying";
import { Button, buttonClass } from "@/ui/Button";
import { Coin } from "@/ui/Coin";
import { Sheet } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import { useGo } from "@/ui/useAddress";
import { AddressFields } from "./AddressFields";
import { useBuy } from "./buy";
import { isOfAddress, useParcel } from "./parcel";
import { Quantity } from "./Quantity";
import { t } from "./texts";

export type BuySheetProps = {
  offer: Offer;
  /** Where tokens are bought, when there is such a page. */
  topUp: string | undefined;
  onClose: () => void;
};

/** The one question before something is bought: what it is, what it costs, and what is left. */
export function BuySheet(props: BuySheetProps) {
  const { role } = useSession();
  const { offer, onClose } = props;
  if (role === undefined) {
    return (
      <LoginPrompt onClose={onClose}>
        {t("Log in to buy “{title}”.", { title: offer.title })}
      </LoginPrompt>
    );
  }
  return <Question {...props} />;
}

function Question({ offer, topUp, onClose }: BuySheetProps) {
  const { session } = useSession();
  const go = useGo();
  const { pathname } = useLocation();
  const keyOf = useKey();
  const [price, setPrice] = useState(offer.price);
  const parcel = useParcel(offer);
  const page = paths.item(offer.type, offer.id);
  const buy = useBuy({
    onOpen: pathname === page ? undefined : () => go(page),
    onOrder: (id) => go(paths.user.order(id)),
  });
  const balance = session?.balance ?? 0;
  const total = price * parcel.quantity;
  // What the server said of a balance that has changed since is not true any more.
  const refused = buy.variables?.balance === balance ? buy.error : null;
  const missing = missingFor(total, balance, refused);

  function confirm() {
    if (!parcel.isComplete()) return;
    const { body } = parcel;
    const key = keyOf(JSON.stringify([price, body])); // another price or address is another intention
    buy.mutate(
      { offer, price, key, balance, parcel: body },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          if (error.code === "price_changed" && error.price !== undefined) setPrice(error.price);
          if (error.code === "sold_out") parcel.setLeft(error.left ?? 0);
          parcel.refuse(error.fields);
          if (error.code === "already_bought") {
            onClose();
            toast.info(t("“{title}” is yours already.", { title: offer.title }));
            if (pathname !== page) go(page);
          }
        },
      },
    );
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={t(
        "{type, select, gallery {Buy this gallery?} video {Buy this video?} other {Buy this product?}}",
        { type: offer.type },
      )}
      width={offer.parcel ? "md" : "sm"}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button
            variant="gold"
            className="max-sm:flex-1"
            pending={buy.isPending}
            disabled={missing > 0 || parcel.left < 1}
            onClick={confirm}
            {...(!offer.parcel && { "data-autofocus": true })}
          >
            {t("Buy for {count, plural, one {# token} other {# tokens}}", { count: total })}
          </Button>
        </>
      }
    >
      <Subject {...offer} />
      {offer.parcel && parcel.left > 0 && (
        <div className="mt-4">
          <Quantity value={parcel.quantity} most={parcel.left} onChange={parcel.setQuantity} />
        </div>
      )}
      {offer.parcel && (
        <div ref={parcel.place}>
          <AddressFields
            delivery={parcel.delivery}
            problems={parcel.problems}
            onChange={parcel.change}
          />
        </div>
      )}
      <Sums
        price={price}
        was={offer.price}
        quantity={parcel.quantity}
        total={total}
        balance={balance}
      />
      {missing > 0 ? (
        <Missing tokens={missing} topUp={topUp} />
      ) : (
        <div className="mt-3 empty:hidden">
          <Problem error={buy.error} price={price} left={parcel.left} />
        </div>
      )}
    </Sheet>
  );
}

/** The key of an intention: the same one for as long as nothing of it changes. */
function useKey() {
  const last = useRef({ intention: "", key: "" });
  return (intention: string) => {
    if (last.current.intention !== intention) last.current = { intention, key: idempotencyKey() };
    return last.current.key;
  };
}

function Subject({ title, performerName, picture, holds }: Offer) {
  return (
    <div className="flex items-center gap-4">
      {picture && (
        <img
          src={picture}
          alt=""
          width={72}
          height={90}
          className="aspect-[4/5] w-[72px] shrink-0 rounded-md bg-s2 object-cover"
        />
      )}
      <div className="min-w-0">
        <p className="text-h3 font-bold text-balance [overflow-wrap:anywhere]">{title}</p>
        <p className="mt-0.5 text-label font-normal text-fg2">
          {[performerName, holds].filter(Boolean).join(" · ")}
        </p>
      </div>
    </div>
  );
}

type SumsProps = { price: number; was: number; quantity: number; total: number; balance: number };

/** Before and after, as a sum. */
function Sums({ price, was, quantity, total, balance }: SumsProps) {
  const after = balance - total;
  return (
    <dl className="tnum mt-4 grid gap-2 rounded-md bg-s2 px-4 py-3 text-label font-normal text-fg2">
      <Line
        label={quantity > 1 ? t("Price of one") : t("Price")}
        was={was === price ? undefined : was}
      >
        {price}
      </Line>
      {quantity > 1 && <Line label={t("Price of {quantity}", { quantity })}>{total}</Line>}
      <Line label={t("You have")}>{balance}</Line>
      <div aria-hidden className="h-px bg-line2" />
      <Line label={t("After")} isShort={after < 0}>
        {after}
      </Line>
    </dl>
  );
}

type LineProps = { label: string; was?: number | undefined; isShort?: boolean; children: number };

function Line({ label, was, isShort = false, children }: LineProps) {
  return (
    <div className="flex items-center gap-2">
      <dt className="me-auto">{label}</dt>
      <dd
        className={cx(
          "flex items-center gap-1.5 font-bold",
          isShort ? "text-danger-ink" : "text-fg",
        )}
      >
        {was !== undefined && (
          <s className="font-normal text-fg3">
            {t.rich("<i>instead of</i> {tokens}", {
              tokens: was,
              i: (words) => <span className="sr-only">{words}</span>,
            })}
          </s>
        )}
        <Coin size={15} />
        {children < 0 ? `−${formatTokens(-children)}` : formatTokens(children)}
      </dd>
    </div>
  );
}

function Missing({ tokens, topUp }: { tokens: number; topUp: string | undefined }) {
  return (
    <p role="alert" className="mt-3 flex flex-wrap items-center gap-3 text-label text-danger-ink">
      {t("You are {count, plural, one {# token} other {# tokens}} short.", { count: tokens })}
      {topUp && <TopUpLink href={topUp} over newTab className={buttonClass("gold", "sm")} />}
    </p>
  );
}

type ProblemProps = { error: unknown; price: number; left: number };

/** Why it was not bought, in words, with the next step where there is one. */
function Problem({ error, price, left }: ProblemProps) {
  if (error instanceof ApiError && error.code === "price_changed") {
    return (
      <p role="alert" className="rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink">
        {t(
          "The price has just changed: it is {count, plural, one {# token} other {# tokens}} now. Nothing was bought yet.",
          { count: price },
        )}
      </p>
    );
  }
  if (error instanceof ApiError && error.code === "sold_out") {
    return (
      <p role="alert" className="rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink">
        {t(
          "{left, plural, =0 {It is sold out.} one {Only # left.} other {Only # left.}} Nothing was bought yet.",
          { left },
        )}
      </p>
    );
  }
  if (error instanceof ApiError && isOfAddress(error)) return null; // said beside the field
  if (error instanceof ApiError && error.status === 404) {
    return <Refusal error={t("This is not on sale any more. Nothing was bought.")} beside />;
  }
  return <Refusal error={error} beside />;
}

/** What is missing, in tokens: by the balance known, or as the server said for that balance. */
function missingFor(price: number, balance: number, error: unknown): number {
  const known = Math.max(0, price - balance);
  if (known > 0 || !(error instanceof ApiError)) return known;
  return error.code === "insufficient_balance" ? (error.missing ?? price) : 0;
}
