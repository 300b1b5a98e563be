import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useSession } from "./api";
import { t } from "./texts";

type Asked = { tokens: number; what: string; spend: () => void };

type SpendCheck = {
  /** Spends at once, or asks first. `what` ends the question "Spend 500 tokens …?", such as "on a tip". */
  check: (tokens: number, what: string, spend: () => void) => void;
  /** The question, to be drawn beside the button. */
  question: ReactNode;
};

/** One press never spends more than the amount above which the member wants to be asked (behaviours.md, Tips). */
export function useSpendCheck(): SpendCheck {
  const { session } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const above = session?.confirmAbove ?? 0;
  return {
    check(tokens, what, spend) {
      if (above > 0 && tokens > above) setAsked({ tokens, what, spend });
      else spend();
    },
    question: asked && (
      <ConfirmDialog
        open
        onClose={() => setAsked(undefined)}
        title={t("Spend {count, plural, one {# token} other {# tokens}} {what}?", {
          count: asked.tokens,
          what: asked.what,
        })}
        description={t(
          "You want to be asked above {count, plural, one {# token} other {# tokens}}. You can change that in your account settings.",
          { count: above },
        )}
        verb={t("Spend {count, plural, one {# token} other {# tokens}}", { count: asked.tokens })}
        tone="brand"
        onConfirm={async () => asked.spend()}
      />
    ),
  };
}
