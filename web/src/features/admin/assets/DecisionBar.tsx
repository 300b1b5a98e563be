import { BadgeCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { Switch } from "@/ui/Toggle";
import { t } from "./texts";

type DecisionBarProps = {
  /** What of the new was not looked at yet, in words. */
  unseen: string;
  isPending: boolean;
  keys: { isOn: boolean; toggle: () => void };
  onApprove: () => void;
  onReject: () => void;
};

/** The decision; on a phone it stays in sight. */
export function DecisionBar({ unseen, isPending, keys, onApprove, onReject }: DecisionBarProps) {
  return (
    <section
      aria-label={t("Decide")}
      className="rounded-lg border border-line2 bg-s2 p-3 shadow-float max-lg:sticky max-lg:bottom-[calc(var(--tabbar)+12px)] max-lg:z-20"
    >
      {unseen && (
        <p className="mb-2 text-caption text-gold-ink">
          {t("Not looked at yet: {unseen}", { unseen })}
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="danger" size="lg" disabled={isPending} onClick={onReject}>
          <CircleX size={18} aria-hidden />
          {t("Reject")}
        </Button>
        <Button variant="brand" size="lg" pending={isPending} onClick={onApprove}>
          <BadgeCheck size={18} aria-hidden />
          {t("Approve")}
        </Button>
      </div>
      <div className="mt-1 max-lg:hidden pointer-coarse:hidden">
        <Switch
          label={<span className="text-caption">{t("Keys")}</span>}
          hint={t.rich(
            "<key>A</key> approve <key>R</key> reject <key>J</key> <key>K</key> next, previous <key>←</key> <key>→</key> photos",
            {
              key: (words) => <Key>{words}</Key>,
            },
          )}
          checked={keys.isOn}
          onChange={keys.toggle}
        />
      </div>
    </section>
  );
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-xs border border-line2 bg-s3 px-1.5 font-sans text-micro font-semibold text-fg2">
      {children}
    </kbd>
  );
}
