import { BadgeCheck, CircleX } from "lucide-react";
import { Button } from "@/ui/Button";
import { Switch } from "@/ui/Toggle";

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
      aria-label="Decide"
      className="rounded-lg border border-line2 bg-s2 p-3 shadow-float max-lg:sticky max-lg:bottom-[calc(var(--tabbar)+12px)] max-lg:z-20"
    >
      {unseen && <p className="mb-2 text-caption text-gold-ink">Not looked at yet: {unseen}</p>}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="danger" size="lg" disabled={isPending} onClick={onReject}>
          <CircleX size={18} aria-hidden />
          Reject
        </Button>
        <Button variant="brand" size="lg" pending={isPending} onClick={onApprove}>
          <BadgeCheck size={18} aria-hidden />
          Approve
        </Button>
      </div>
      <div className="mt-1 max-lg:hidden pointer-coarse:hidden">
        <Switch
          label={<span className="text-caption">Keys</span>}
          hint={
            <>
              <Key>A</Key> approve <Key>R</Key> reject <Key>J</Key> <Key>K</Key> next, previous{" "}
              <Key>←</Key> <Key>→</Key> photos
            </>
          }
          checked={keys.isOn}
          onChange={keys.toggle}
        />
      </div>
    </section>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded-xs border border-line2 bg-s3 px-1.5 font-sans text-micro font-semibold text-fg2">
      {children}
    </kbd>
  );
}
