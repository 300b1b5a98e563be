import type { ReactNode } from "react";
import { Button } from "./Button";
import { t } from "./texts";

type SaveButtonProps = {
  pending: boolean;
  /** What it does, when that is more than saving. */
  children?: ReactNode;
};

/** The end of a form in a card. */
export function SaveButton({ pending, children = t("Save") }: SaveButtonProps) {
  return (
    <Button type="submit" variant="brand" className="justify-self-end" pending={pending}>
      {children}
    </Button>
  );
}
