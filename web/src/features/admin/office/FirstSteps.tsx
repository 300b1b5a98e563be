import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format";
import { LinkButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { LoadFailure } from "@/ui/States";
import { type FirstStep, firstSteps } from "./api";
import { TestMailButton } from "./TestMailButton";
import { t } from "./texts";

/** What a new site still needs before it earns; nothing once all of it is done. */
export function FirstSteps() {
  const found = useQuery(firstSteps());
  const steps = found.data?.steps ?? [];
  const open = steps.filter(({ done }) => !done).length;
  if (open === 0) return <LoadFailure query={found} what={t("The first steps")} />;
  return (
    <Card
      title={t("First steps")}
      aside={
        <p className="tnum text-caption text-fg2">
          {t("{done} of {all} done", {
            done: formatNumber(steps.length - open, 0),
            all: formatNumber(steps.length, 0),
          })}
        </p>
      }
      className="mb-5"
    >
      <ol className="grid gap-1">
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ step: { id, done } }: { step: FirstStep }) {
  const { title, why, where } = texts()[id];
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <Icon size={20} aria-hidden className={done ? "text-ok" : "text-fg3"} />
      <p className="min-w-0 flex-1 basis-60 text-label">
        <span className={done ? "text-fg2" : "font-semibold"}>{title}</span>
        <span className="sr-only">{done ? t(", done") : t(", not done yet")}</span>
        {!done && <span className="block text-caption font-normal text-fg2">{why}</span>}
      </p>
      {id === "mail" && done && <TestMailButton />}
      {!done && where && (
        <LinkButton size="sm" variant="outline" href={where.href} className="max-sm:ms-8">
          {where.label}
        </LinkButton>
      )}
    </li>
  );
}

type Text = { title: string; why: string; where?: { label: string; href: string } };

const texts = (): Record<FirstStep["id"], Text> => ({
  address: {
    title: t("A public address with TLS"),
    why: t("Browsers give a camera to no other. The site is started with --public-url https://…"),
  },
  mail: {
    title: t("A mail server"),
    why: t("Until then no mail leaves the site. The site is started with --smtp and --mail-from."),
  },
  operator_mail: {
    title: t("Who is told when something is wrong"),
    why: t("Alarms of the books and of payments go to this address."),
    where: { label: t("Set the address"), href: paths.admin.settings({ group: "general" }) },
  },
  second_admin: {
    title: t("A second admin"),
    why: t("Large payouts, refunds and limits want two people."),
    where: { label: t("Invite an admin"), href: paths.admin.accounts() },
  },
  gateway: {
    title: t("A way to pay"),
    why: t("Without an active gateway nobody can buy tokens."),
    where: { label: t("Gateways"), href: paths.admin.gateways() },
  },
  packages: {
    title: t("Token packages that can be paid"),
    why: t("At least one active package that an active gateway carries."),
    where: { label: t("Packages"), href: paths.admin.tokenPackages() },
  },
  payout_rate: {
    title: t("What a payout pays for one token"),
    why: t("Payouts are closed until the rate is set."),
    where: { label: t("Set the rate"), href: paths.admin.settings({ group: "payouts" }) },
  },
});
