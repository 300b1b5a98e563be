import { paths } from "@/app/paths";
import { useTitle } from "@/settings/useTitle";
import { Card, PageHeader } from "@/ui/Card";
import { useSearch } from "@/ui/useAddress";
import { ChainCard } from "./ChainCard";
import { DaysCard } from "./DaysCard";
import { EntryCard } from "./EntryCard";
import { t } from "./texts";

/** /proof: anybody checks that the site's books were not changed afterwards. */
export default function ProofPage() {
  useTitle(t("Proof of the books"));
  const [query] = useSearch(paths.proof);
  return (
    <div className="mx-auto w-full max-w-[1080px] px-4 py-8 lg:px-8">
      <PageHeader title={t("Proof of the books")}>
        {t(
          "Every token that moves here is written down. This page lets you check, without trusting us, that nothing written was changed later.",
        )}
      </PageHeader>
      <div className="grid gap-5">
        {query.transfer && <EntryCard key={query.transfer} id={query.transfer} />}
        <ChainCard />
        <Explanation />
        <DaysCard />
      </div>
    </div>
  );
}

function Explanation() {
  return (
    <Card title={t("How it works")}>
      <ol className="grid list-decimal gap-3 ps-5 text-body text-fg2 marker:text-fg3">
        <li>
          {t.rich(
            "Shortly after midnight (UTC) the day is <b>closed</b>. All its entries are boiled down to one short fingerprint. Change, add or remove one entry, and the fingerprint is another.",
            { b: (words) => <strong className="text-fg">{words}</strong> },
          )}
        </li>
        <li>
          {t.rich(
            "Each day carries the fingerprint of the day before. So the days are a <b>chain</b>: who changes an old day has to change every day since.",
            { b: (words) => <strong className="text-fg">{words}</strong> },
          )}
        </li>
        <li>
          {t.rich(
            "The site <b>signs</b> each day and publishes it here. The days say how many entries there were, and nothing about anybody.",
            { b: (words) => <strong className="text-fg">{words}</strong> },
          )}
        </li>
        <li>
          {t.rich(
            "Your browser computes all of it <b>itself</b>, and remembers the newest day it has seen. If the site ever shows it another past, it says so.",
            { b: (words) => <strong className="text-fg">{words}</strong> },
          )}
        </li>
        <li>
          {t(
            "A member can prove more: in the payment token history, “Prove” beside an entry shows that this very entry is in its day.",
          )}
        </li>
      </ol>
      <p className="mt-4 text-label text-fg3">
        {t(
          "What it cannot show: that an entry was right when it was written. It shows that it is still the same.",
        )}
      </p>
    </Card>
  );
}
