import type { ReactNode } from "react";

type SectionProps = { step: number; title: string; lead?: string; children: ReactNode };

/** One numbered part of a long form. */
export function Section({ step, title, lead, children }: SectionProps) {
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="mb-4 flex items-center gap-3">
        <span
          aria-hidden
          className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft text-label font-bold text-brand-ink"
        >
          {step}
        </span>
        <span className="text-h3 font-bold">{title}</span>
      </legend>
      {lead && <p className="-mt-3 text-label text-fg2">{lead}</p>}
      {children}
    </fieldset>
  );
}
