import { Lock, Play, TriangleAlert, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { Spinner } from "@/ui/Spinner";
import { t } from "./texts";
import type { LostReason } from "./types";

type BoxProps = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode };

/** Instead of the picture. */
function Box({ icon, title, children, action }: BoxProps) {
  return (
    <div
      role="alert"
      className="absolute inset-0 z-20 grid place-content-center justify-items-center gap-2 overflow-auto bg-black/85 p-5 text-center text-white"
    >
      <span className="grid size-12 place-items-center rounded-full bg-white/10">{icon}</span>
      <p className="text-h3 font-bold">{title}</p>
      {children && <p className="max-w-sm text-label font-normal text-white/85">{children}</p>}
      {action}
    </div>
  );
}

const lostWords = (): Record<LostReason, { title: string; text: string }> => ({
  signedOut: { title: t("You are logged out"), text: t("Log in again to go on watching.") },
  refused: {
    title: t("You can no longer watch this video"),
    text: t("Your access to it has ended, for example because it was refunded."),
  },
  gone: { title: t("This video is not available any more"), text: t("It has been taken down.") },
});

export function LostWords({ reason }: { reason: LostReason }) {
  const { title, text } = lostWords()[reason];
  return (
    <Box icon={<Lock size={22} aria-hidden />} title={title}>
      {text}
    </Box>
  );
}

type RetryProps = { onRetry: () => void };

function Retry({ onRetry }: RetryProps) {
  return (
    <Button variant="overlay" className="mt-2 border border-white/25" onClick={onRetry}>
      {t("Try again")}
    </Button>
  );
}

export function FailedWords({ error, onRetry }: RetryProps & { error: unknown }) {
  return (
    <Box
      icon={<TriangleAlert size={22} aria-hidden />}
      title={t("The video could not be loaded")}
      action={<Retry onRetry={onRetry} />}
    >
      {messageOf(error)}
    </Box>
  );
}

type BrokenProps = RetryProps & { why: "unsupported" | "damaged" };

export function BrokenWords({ why, onRetry }: BrokenProps) {
  if (why === "unsupported") {
    return (
      <Box
        icon={<TriangleAlert size={22} aria-hidden />}
        title={t("This browser cannot play the video")}
      >
        {t("Update it, or open this page in Chrome, Edge, Firefox or Safari.")}
      </Box>
    );
  }
  return (
    <Box
      icon={<TriangleAlert size={22} aria-hidden />}
      title={t("The video stopped")}
      action={<Retry onRetry={onRetry} />}
    >
      {t("Something in it could not be played.")}
    </Box>
  );
}

/** Something comes, or does not come for now; both end by themselves. */
export function WaitingWords({ isReachable }: { isReachable: boolean }) {
  return (
    <div className="pointer-events-none absolute inset-0 z-[6] grid place-content-center justify-items-center gap-3 text-white">
      <Spinner
        size={44}
        label={isReachable ? t("Loading the video") : ""}
        className="text-white/90"
      />
      {!isReachable && (
        <p
          role="status"
          className="flex items-center gap-2 rounded-full bg-black/70 px-4 py-2 text-label font-medium"
        >
          <WifiOff size={16} aria-hidden />
          {t("No connection. The video goes on when it is back.")}
        </p>
      )}
    </div>
  );
}

/** Over the poster, before anything was played. */
export function BigPlay({ onPlay }: { onPlay: () => void }) {
  return (
    <button
      type="button"
      aria-label={t("Play the video")}
      className="absolute inset-0 z-[7] grid place-content-center pointer-coarse:hidden"
      onClick={onPlay}
    >
      <span className="grid size-20 place-items-center rounded-full bg-black/60 text-white backdrop-blur-md transition-transform duration-200 hover:scale-105">
        <Play size={36} className="translate-x-0.5 fill-current" aria-hidden />
      </span>
    </button>
  );
}
