import { Dialog } from "@/ui/Dialog";
import { keyList } from "./keys";
import { t } from "./texts";

type KeysDialogProps = { open: boolean; onClose: () => void };

export function KeysDialog({ open, onClose }: KeysDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t("Keyboard shortcuts")} width="sm">
      <dl className="grid gap-2">
        {keyList().map(({ keys, what }) => (
          <div
            key={what}
            className="flex items-center justify-between gap-4 text-label font-normal"
          >
            <dt className="text-fg2">{what}</dt>
            <dd className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid min-w-7 place-items-center rounded-xs border border-line2 bg-s2 px-1.5 py-0.5 text-caption font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
