import { VideoOff, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { Spinner } from "@/ui/Spinner";
import { useNow } from "@/ui/useNow";
import { t } from "./texts";

type BoxProps = { over: boolean; dim?: boolean; children: ReactNode };

/** Words over the picture; on a phone above the chat that lies over it. */
function Box({ over, dim = false, children }: BoxProps) {
  return (
    <div
      className={cx(
        "pointer-events-none absolute inset-0 grid place-content-center justify-items-center gap-2 p-6 text-center text-white",
        over && "pb-[44dvh]",
        dim && "bg-black/60",
      )}
    >
      {children}
    </div>
  );
}

type WaitingProps = { over: boolean; children: string };

/** Something is under way and ends by itself. */
export function WaitingFor({ over, children }: WaitingProps) {
  return (
    <Box over={over}>
      <Spinner size={40} label="" className="text-white/90" />
      <span role="status" className="rounded-full bg-black/55 px-3 py-1 text-caption font-medium">
        {children}…
      </span>
    </Box>
  );
}

type OffProps = { over: boolean; name: string; children: ReactNode };

/** She has switched her camera off; below, what that means for who watches. */
export function CameraOff({ over, name, children }: OffProps) {
  return (
    <Box over={over} dim>
      <span className="grid size-14 place-items-center rounded-full bg-black/55">
        <VideoOff size={26} aria-hidden />
      </span>
      <p role="status" className="text-h3 font-bold">
        {t("{name}'s camera is off", { name })}
      </p>
      <p className="max-w-sm text-label font-normal text-white/85">{children}</p>
    </Box>
  );
}

type LostProps = {
  over: boolean;
  name: string;
  /** Until when it is waited for, in Unix milliseconds of the server. */
  until: number;
  /** What it means for who watches. */
  children?: ReactNode;
};

/** Her picture does not arrive at the site, which waits for it a while. */
export function PictureLost({ over, name, until, children }: LostProps) {
  const left = Math.max(0, Math.ceil((until - useNow()) / 1000));
  return (
    <Box over={over} dim>
      <span className="grid size-14 place-items-center rounded-full bg-black/55">
        <WifiOff size={26} aria-hidden />
      </span>
      <p role="status" className="text-h3 font-bold">
        {t("{name}'s picture is lost", { name })}
      </p>
      {children && <p className="max-w-sm text-label font-normal text-white/85">{children}</p>}
      <p
        role="timer"
        aria-label={t("Time left")}
        className="tnum text-label font-normal text-white/85"
      >
        {left > 0
          ? t(
              "{count, plural, one {We wait # more second for it.} other {We wait # more seconds for it.}}",
              { count: left },
            )
          : t("The show ends now.")}
      </p>
    </Box>
  );
}

/** No new frame has come for a while, and nobody knows yet why. */
export function StandsStill({ over }: { over: boolean }) {
  return (
    <Box over={over}>
      <span role="status" className="rounded-full bg-black/65 px-4 py-2 text-label font-medium">
        {t("The picture has stopped. Waiting for it to go on…")}
      </span>
    </Box>
  );
}
