import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { useSession } from "@/session/api";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Card, PageHeader } from "@/ui/Card";
import { Link } from "@/ui/Link";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { type Formula, rankingFormula } from "./api";
import { PointRules } from "./PointRules";
import { placePath } from "./pages";
import { t } from "./texts";

/** /ranking: everybody reads what decides who stands where. */
export default function RankingPage() {
  useTitle(t("How lists are ordered"));
  const formula = useQuery(rankingFormula());
  return (
    <div className="mx-auto w-full max-w-[860px] px-4 py-8 lg:px-8">
      <PageHeader title={t("How lists are ordered")}>
        {formula.data
          ? t("The same formula for everybody. This is version {version}.", {
              version: String(formula.data.version),
            })
          : t("The same formula for everybody.")}
      </PageHeader>
      <Loaded query={formula} waiting={<Skeleton className="h-[480px] w-full rounded-lg" />}>
        {(data) => <Explained formula={data} />}
      </Loaded>
    </div>
  );
}

function Explained({ formula }: { formula: Formula }) {
  const { models } = useLabels();
  const { role } = useSession();
  return (
    <div className="grid gap-5 text-body text-fg2">
      <Card title={t("First: who is live")}>
        <p>
          {t(
            "Who gives a public show stands before everybody else. Then come group shows, private shows, who is away for a moment, and last who is offline.",
          )}
        </p>
      </Card>
      <Card title={t("Then: points")}>
        <p className="mb-4">
          {t(
            "Within each of these groups more points stand higher; with equal points, the newer account. Points are counted anew every {minutes} minutes, in whole numbers.",
            { minutes: formula.turnMinutes },
          )}
        </p>
        <PointRules formula={formula} />
      </Card>
      <Card title={t("Places that rotate")}>
        <p>
          {t(
            "{share} % of the places on a first page, at least one in five, are not given by points. They go to those who are live and were shown least today, and move on every {minutes} minutes. So everybody is seen.",
            { share: formula.rotatingShare, minutes: formula.turnMinutes },
          )}
        </p>
        <p className="mt-3">
          {t(
            "What counts as shown: a first page that a guest or a member was given. A page that stays open counts once in {minutes} minutes. Who hides from you is neither shown to you nor counted.",
            { minutes: formula.turnMinutes },
          )}
        </p>
      </Card>
      <Card title={t("What cannot be bought")}>
        <p>
          {t(
            "A place. Neither tokens nor what somebody earns is in the formula, and nobody pays to stand higher. VIP is a badge that the site gives, with a list of its own; it moves nobody up in any other list. Should places ever be for sale, they will be marked, and this page will say so.",
          )}
        </p>
      </Card>
      <Card title={t("Your own order")}>
        <p>
          {t.rich(
            "You need not take ours: <a>the page of all {models}</a> can be ordered by viewers, by name, by price, with the newest or with your favorites first. Your choice is remembered on this device.",
            {
              models: models.toLowerCase(),
              a: (words) => <Go to={paths.searchModels()}>{words}</Go>,
            },
          )}
        </p>
        {role === "performer" && (
          <p className="mt-3">
            {t.rich("Where you stand yourself, and why, is on <a>your own page</a>.", {
              a: (words) => <Go to={placePath()}>{words}</Go>,
            })}
          </p>
        )}
      </Card>
    </div>
  );
}

function Go({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link href={to} className="font-semibold text-brand-ink underline">
      {children}
    </Link>
  );
}
