import type { Notice } from "@/notices/groups";
import { NoticeRun } from "@/notices/NoticeRun";
import { daysOf } from "./days";

type NoticeDaysProps = {
  notices: readonly Notice[];
  /** Little of each text. */
  short?: boolean;
  onOpen: (notice: Notice) => void;
  onRemove?: (notice: Notice) => void;
};

/** Notices under their days. */
export function NoticeDays({ notices, short = false, onOpen, onRemove }: NoticeDaysProps) {
  const Day = short ? "h3" : "h2";
  return daysOf(notices).map(({ day, label, runs }) => (
    <section key={day} aria-label={label}>
      <Day className="px-4 pt-4 text-caption font-semibold text-fg2">{label}</Day>
      {runs.map((run) => (
        <NoticeRun
          key={run.at(-1)?._id}
          notices={run}
          short={short}
          onOpen={onOpen}
          onRemove={onRemove}
        />
      ))}
    </section>
  ));
}
