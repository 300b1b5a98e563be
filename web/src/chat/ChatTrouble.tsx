import { cx } from "@/lib/cx";
import { Button } from "@/ui/Button";
import { t } from "./texts";

type ChatTroubleProps = { problem: string; onRetry: () => void; over?: boolean };

/** Instead of a chat that could not be read. */
export function ChatTrouble({ problem, onRetry, over = false }: ChatTroubleProps) {
  return (
    <div role="alert" className="grid h-full place-content-center gap-3 p-6 text-center">
      <p className={cx("text-label font-normal", over ? "text-white" : "text-fg2")}>{problem}</p>
      <Button variant="outline" className="mx-auto" onClick={onRetry}>
        {t("Try again")}
      </Button>
    </div>
  );
}
