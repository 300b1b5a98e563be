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
import { formatDateTime } from "@/lib/time";
import { useSession } from "@/session/api";
import type { OwnAsset } from "@/store/own";
import { Button } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { type Step, stepsOf } from "./steps";
import { t } from "./texts";

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
      aria-label={t("State")}
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
          t("Your identity is verified")
        ) : (
          <Link href={paths.performer.accountSettings()} className="underline">
            {t("Your identity is not verified yet")}
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
      <span className="sr-only">{done ? t("Done:") : t("Missing:")} </span>
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

const submitting = () =>
  ({
    act: "submit",
    label: t("Submit for review"),
    variant: "brand",
  }) as const;

/** A reason as the first of more sentences: staff may have left out its full stop. */
function sentence(reason = ""): string {
  const text = reason.trim();
  if (text === "") return "";
  return /[.!?…]$/.test(text) ? `${text} ` : `${text}. `;
}

function wordsOf(asset: OwnAsset): Words {
  const { type, status, rejectReason, submittedAt, publishedAt, publishAt, numUndeclared } = asset;
  const buyers = asset.sold > 0 ? ` ${t("Who bought it keeps what was approved.")}` : "";
  switch (status) {
    case "draft":
      return {
        icon: PencilLine,
        tone: "plain",
        title: t("Draft"),
        text: t("Only you can see it.") + buyers,
        acts: [submitting()],
      };
    case "pending":
      if (numUndeclared > 0) {
        return {
          icon: TriangleAlert,
          tone: "gold",
          title: t("Not submitted yet"),
          text:
            t(
              "{kind, select, gallery {{count, plural, one {# new photo} other {# new photos}}} other {{count, plural, one {# new file} other {# new files}}}}: confirm who is to be seen, and it goes to review. It is off sale meanwhile.",
              { kind: type, count: numUndeclared },
            ) + buyers,
          acts: [submitting()],
        };
      }
      return {
        icon: Hourglass,
        tone: "gold",
        title: t("In review"),
        text:
          t("Submitted {when}. You are told as soon as it is decided.", {
            when: submittedAt ? formatDateTime(submittedAt) : "",
          }) + buyers,
        acts: [],
      };
    case "rejected":
      if (asset.isTakenDown) {
        return {
          icon: CircleX,
          tone: "danger",
          title: t("Taken down by the site"),
          text:
            sentence(rejectReason) +
            t(
              "Nobody can find or buy it, and it cannot be changed. Contact the site if this is a mistake.",
            ),
          acts: [],
        };
      }
      return {
        icon: CircleX,
        tone: "danger",
        title: t("Rejected"),
        text: sentence(rejectReason) + t("Change it and submit it again.") + buyers,
        acts: [submitting()],
      };
    case "inactive":
      return publishAt === undefined
        ? {
            icon: Store,
            tone: "plain",
            title: t("Off sale"),
            text: t("It is approved; put it on sale whenever you like.") + buyers,
            acts: [{ act: "activate", label: t("Put on sale"), variant: "brand" }],
          }
        : {
            icon: CalendarClock,
            tone: "sky",
            title: t("Approved and scheduled"),
            text: t("It goes on sale by itself on {when}.", { when: formatDateTime(publishAt) }),
            acts: [{ act: "activate", label: t("Put on sale now"), variant: "soft" }],
          };
    default:
      return {
        icon: Store,
        tone: "ok",
        title: t("On sale"),
        text: publishedAt
          ? t("Since {when}.", { when: formatDateTime(publishedAt) })
          : t("Members can buy it."),
        acts: [{ act: "deactivate", label: t("Take off sale"), variant: "outline" }],
      };
  }
}
