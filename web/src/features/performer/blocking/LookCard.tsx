import { useQuery } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { countryChoices } from "@/performers/choices";
import { countries } from "@/settings/api";
import { Card } from "@/ui/Card";
import { FieldError, Select, TextField } from "@/ui/Field";
import { Skeleton } from "@/ui/Skeleton";
import { LoadFailure } from "@/ui/States";
import { Checkbox } from "@/ui/Toggle";
import { useSettled } from "@/ui/useSettled";
import { t } from "../texts";
import { type Look, lookFrom } from "./api";

/** Asks the server what of her is to be seen from somewhere, or by somebody. */
export function LookCard() {
  const all = useQuery(countries());
  const [country, setCountry] = useState("");
  const [hosting, setHosting] = useState(false);
  const [typed, setTyped] = useState("");
  const username = useSettled(typed.trim().replace(/^@/, ""));
  const look = useQuery({ ...lookFrom({ country, hosting, username }), retry: false });
  return (
    <Card title={t("How do I look from …")}>
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t("Country")}
            placeholder={t("Nowhere in particular")}
            options={countryChoices(all.data)}
            value={country}
            onChange={({ target }) => setCountry(target.value)}
          />
          <TextField
            label={t("Member")}
            hint={t("A username; empty for a guest.")}
            autoComplete="off"
            autoCapitalize="none"
            maxLength={100}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Checkbox
          label={t("Behind a VPN or in a data center")}
          checked={hosting}
          onChange={({ target }) => setHosting(target.checked)}
        />
        <LoadFailure query={all} what={t("The list of countries")} />
        <div aria-live="polite">
          {look.error ? (
            <FieldError>{messageOf(look.error)}</FieldError>
          ) : look.data ? (
            <Seen look={look.data} />
          ) : (
            <Skeleton className="h-11 w-full" />
          )}
        </div>
        {username && (
          <p className="text-caption text-fg3">
            {t(
              "A member whose own profile names a country that you block does not see you either. Which country that is stays theirs.",
            )}
          </p>
        )}
      </div>
    </Card>
  );
}

function Seen({ look }: { look: Look }) {
  const parts = [
    [t("Your page"), look.page],
    [t("Your room"), look.room],
    [t("Your card"), look.card],
  ] as const;
  return (
    <>
      <ul className="grid gap-2 sm:grid-cols-3">
        {parts.map(([name, isSeen]) => (
          <li key={name} className="flex items-center gap-2.5 rounded-md bg-s2 px-3 py-2.5">
            {isSeen ? (
              <Eye size={18} aria-hidden className="text-ok-ink" />
            ) : (
              <EyeOff size={18} aria-hidden className="text-danger-ink" />
            )}
            <span className="text-label">
              <b className="block font-semibold">{name}</b>
              <span className="text-caption text-fg2">{isSeen ? t("Visible") : t("Hidden")}</span>
            </span>
          </li>
        ))}
      </ul>
      {!look.listed && (
        <p className="mt-2 text-caption text-gold-ink">
          {t("Nobody sees you now: your identity is not verified, or your account is not active.")}
        </p>
      )}
    </>
  );
}
