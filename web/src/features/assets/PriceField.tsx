import type { ComponentProps } from "react";
import { Coin } from "@/ui/Coin";
import { TextField } from "@/ui/Field";
import { t } from "./texts";

type PriceFieldProps = Omit<ComponentProps<typeof TextField>, "label"> & { label?: string };

/** What an asset costs, in whole tokens. */
export function PriceField({ label = t("Price"), ...rest }: PriceFieldProps) {
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      hint={t("Whole tokens, at least 1")}
      required
      trailing={
        <span className="grid w-12 place-items-center">
          <Coin />
        </span>
      }
      {...rest}
    />
  );
}
