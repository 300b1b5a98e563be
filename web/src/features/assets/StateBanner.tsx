import {
  CalendarClock,
  Check,
  CircleX,
  Hourglass,
  type LucideIcon,
  PencilLine,
  Store,
  TriangleAlert,
} from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import { countOf } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { useSession } from "@/session/api";
import type { OwnAsset } from "@/store/own";
import { Button } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { type Step, stepsOf } from "./steps";

type Act = "submit" | "activate" | "deactivate";

type StateBannerProps = {
  asset: OwnAsset;
  /** Files are on their way, which the submission would miss. */
  isUploading: boolean;
  /** What is being done just now. */
  pending: Act | undefined;
  onAct: (act: Act) => void;
};

/** Where the asset is on its way to members, and the next step. */
export function StateBanner(props: StateBannerProps) {
  const { asset, isUploading, pending, onAct } = props;
  const { icon: Icon, tone, title, text, acts } = wordsOf(asset);
  const isSubmittable = acts.some(({ act }) => act === "submit");
  const steps = stepsOf(asset, isUploading);
  const isReady = steps.every(({ done }) => done);
  return (
    <section
      aria-label="State"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-s1 p-4 lg:px-5"
    >
      <span className={cx("grid size-11 shrink-0 place-items-center rounded-full", tones[tone])}>
        <Icon size={20} aria-hidden />
      </span>
      <div role="status" className="min-w-0 flex-1 basis-60">
        <p className="text-body font-bold">{title}</p>
        <p className="text-label font-normal text-fg2 [overflow-wrap:anywhere]">{text}</p>
        {isSubmittable && <Missing steps={steps} />}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        {acts.map(({ act, label, variant }) => (
          <Button
            key={act}
            variant={variant}
            pending={pending === act}
            disabled={pending !== undefined || (act === "submit" && !isReady)}
            onClick={() => onAct(act)}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** What is still to be done before it can be submitted. */
function Missing({ steps }: { steps: readonly Step[] }) {
  const { isVerifiedPerformer } = useSession();
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-caption">
      {steps.map(({ id, done, text }) => (
        <StepLine key={id} done={done}>
          {text}
        </StepLine>
      ))}
      <StepLine done={isVerifiedPerformer}>
        {isVerifiedPerformer ? (
          "Your identity is verified"
        ) : (
          <Link href={paths.performer.accountSettings()} className="underline">
            Your identity is not verified yet
          </Link>
        )}
      </StepLine>
    </ul>
  );
}

function StepLine({ done, children }: { done: boolean; children: ReactNode }) {
  const Icon = done ? Check : TriangleAlert;
  return (
    <li className={cx("flex items-center gap-1.5", done ? "text-ok-ink" : "text-gold-ink")}>
      <Icon size={15} aria-hidden />
      <span className="sr-only">{done ? "Done: " : "Missing: "}</span>
      {children}
    </li>
  );
}

type Tone = "plain" | "gold" | "ok" | "danger" | "sky";

const tones: Record<Tone, string> = {
  plain: "bg-s3 text-fg2",
  gold: "bg-gold-soft text-gold-ink",
  ok: "bg-ok-soft text-ok-ink",
  danger: "bg-danger-soft text-danger-ink",
  sky: "bg-sky-soft text-sky-ink",
};

type Words = {
  icon: LucideIcon;
  tone: Tone;
  title: string;
  text: string;
  acts: readonly { act: Act; label: string; variant: "brand" | "soft" | "outline" }[];
};

const newWord = { gallery: "new photo", video: "new file", product: "new file" } as const;

const submitting = { act: "submit", label: "Submit for review", variant: "brand" } as const;

/** A reason as the first of more sentences: staff may have left out its full stop. */
function sentence(reason = ""): string {
  const text = reason.trim();
  if (text === "") return "";
  return /[.!?…]$/.test(text) ? `${text} ` : `${text}. `;
}

function wordsOf(asset: OwnAsset): Words {
  const { type, status, rejectReason, submittedAt, publishedAt, publishAt, numUndeclared } = asset;
  const buyers = asset.sold > 0 ? " Who bought it keeps what was approved." : "";
  switch (status) {
    case "draft":
      return {
        icon: PencilLine,
        tone: "plain",
        title: "Draft",
        text: `Only you can see it.${buyers}`,
        acts: [submitting],
      };
    case "pending":
      if (numUndeclared > 0) {
        return {
          icon: TriangleAlert,
          tone: "gold",
          title: "Not submitted yet",
          text: `${countOf(numUndeclared, newWord[type])}: confirm who is to be seen, and it goes to review. It is off sale meanwhile.${buyers}`,
          acts: [submitting],
        };
      }
      return {
        icon: Hourglass,
        tone: "gold",
        title: "In review",
        text: `Submitted ${submittedAt ? formatDateTime(submittedAt) : ""}. You are told as soon as it is decided.${buyers}`,
        acts: [],
      };
    case "rejected":
      if (asset.isTakenDown) {
        return {
          icon: CircleX,
          tone: "danger",
          title: "Taken down by the site",
          text: `${sentence(rejectReason)}Nobody can find or buy it, and it cannot be changed. Contact the site if this is a mistake.`,
          acts: [],
        };
      }
      return {
        icon: CircleX,
        tone: "danger",
        title: "Rejected",
        text: `${sentence(rejectReason)}Change it and submit it again.${buyers}`,
        acts: [submitting],
      };
    case "inactive":
      return publishAt === undefined
        ? {
            icon: Store,
            tone: "plain",
            title: "Off sale",
            text: `It is approved; put it on sale whenever you like.${buyers}`,
            acts: [{ act: "activate", label: "Put on sale", variant: "brand" }],
          }
        : {
            icon: CalendarClock,
            tone: "sky",
            title: "Approved and scheduled",
            text: `It goes on sale by itself on ${formatDateTime(publishAt)}.`,
            acts: [{ act: "activate", label: "Put on sale now", variant: "soft" }],
          };
    default:
      return {
        icon: Store,
        tone: "ok",
        title: "On sale",
        text: publishedAt ? `Since ${formatDateTime(publishedAt)}.` : "Members can buy it.",
        acts: [{ act: "deactivate", label: "Take off sale", variant: "outline" }],
      };
  }
}
