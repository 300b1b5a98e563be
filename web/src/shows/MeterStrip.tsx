import { cx } from "@/lib/cx";
import { formatTokens } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import { useSession } from "@/session/api";
import { TopUpLink } from "@/session/TopUpLink";
import { buttonClass } from "@/ui/Button";
import { useNow } from "@/ui/useNow";
import type { Meter } from "./api";
import { Figure, Figures } from "./Figures";
import { t } from "./texts";

/** A member's meter as the server last told it. */
export type Metered = {
  meter: Meter;
  /** When its figures came, in Unix milliseconds of this device. */
  at: number;
  /** The show is live: time passes since then. */
  runs: boolean;
};

/** What the show costs its member, by the second. */
export function MeterStrip({ over = false, ...metered }: Metered & { over?: boolean }) {
  const { session } = useSession();
  const { minutes, spent, balance } = metered.meter;
  const left = useSecondsLeft(metered);
  const note = useNote(metered);
  return (
    <div className="grid gap-2">
      <Figures over={over} label={t("Your meter")}>
        <Figure over={over} label={t("Minutes")} value={String(minutes)} />
        <Figure over={over} label={t("Spent")} value={formatTokens(spent)} coin />
        <Figure over={over} label={t("Lasts")} value={formatDuration(left * 1000)} />
        <Figure
          over={over}
          label={t("Balance")}
          value={formatTokens(session?.balance ?? balance)}
          coin
        />
      </Figures>
      {note && (
        <p
          className={cx(
            "text-caption",
            over
              ? "justify-self-start rounded-full bg-black/55 px-3 py-1 text-white"
              : "px-1 text-fg2",
          )}
        >
          {note}
        </p>
      )}
    </div>
  );
}

function useNote({ meter, at, runs }: Metered): string | undefined {
  const now = useNow();
  if (meter.status === "paused") return t("The meter stands still.");
  const passed = runs ? Math.max(0, now - at) / 1000 : 0;
  const free = Math.round(meter.freeSecondsLeft - passed);
  return free > 0
    ? t("{count, plural, one {# more second is free.} other {# more seconds are free.}}", {
        count: free,
      })
    : undefined;
}

/** How long the member's tokens last, counted down between the meter's reports. */
function useSecondsLeft({ meter, at, runs }: Metered): number {
  const now = useNow();
  const passed = runs ? Math.max(0, now - at) / 1000 : 0;
  return Math.max(0, Math.round(meter.secondsLeft - passed));
}

const warnings = [15, 60, 120] as const;

type LowWarningProps = Metered & {
  /** Where tokens are bought, when there is such a page. */
  topUp: string | undefined;
};

/** Says in time that the tokens run out, and where to get more without leaving. */
export function LowWarning({ topUp, ...metered }: LowWarningProps) {
  const left = useSecondsLeft(metered);
  const level = warnings.find((seconds) => left <= seconds);
  if (level === undefined || metered.meter.status === "waiting" || !metered.runs) return null;
  return (
    <div
      className={cx(
        "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-4 py-2.5 text-label",
        level === 15 ? "bg-live text-white" : "bg-gold text-gold-on",
      )}
    >
      <p className="min-w-0 flex-1">
        <span role={level === 15 ? "alert" : "status"}>
          {t("Your tokens last less than {count, plural, one {# second} other {# seconds}} more.", {
            count: level,
          })}
        </span>{" "}
        <span className="tnum font-bold">{formatDuration(left * 1000)}</span>
        {topUp === undefined && (
          <span className="block text-caption font-normal">
            {t("Tokens cannot be bought here yet; when they are used up, the show ends for you.")}
          </span>
        )}
      </p>
      {topUp && <TopUpLink href={topUp} newTab className={buttonClass("soft", "sm")} />}
    </div>
  );
}
