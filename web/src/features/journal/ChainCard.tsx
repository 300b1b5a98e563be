import { useMutation } from "@tanstack/react-query";
import { Download, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { saveFile } from "@/lib/saveFile";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Progress } from "@/ui/Progress";
import { checkChain, type Verdict } from "./chain";
import { Sentence } from "./Sentence";
import { t } from "./texts";
import { canVerify, type Head } from "./verify";

/** Checks the whole chain in this browser and says what came out. */
export function ChainCard() {
  const [share, setShare] = useState(0);
  const check = useMutation({ mutationFn: () => checkChain(setShare) });

  function start() {
    setShare(0);
    check.mutate();
  }

  if (!canVerify()) return <Insecure />;
  return (
    <Card title={t("Check the whole chain")}>
      <div className="grid gap-4">
        {check.isIdle && (
          <p className="text-body text-fg2">
            {t(
              "Your browser fetches every closed day and checks each fingerprint and signature. It takes some seconds.",
            )}
          </p>
        )}
        {check.isPending && <Running share={share} />}
        {check.error && (
          <Sentence tone="open" title={t("The check could not be finished")}>
            <p>
              {messageOf(check.error)} {t("This says nothing about the books.")}
            </p>
          </Sentence>
        )}
        {check.data && <Found verdict={check.data} />}
        <div className="flex flex-wrap gap-2">
          <Button variant="brand" pending={check.isPending} onClick={start}>
            {!check.isPending && <ShieldCheck size={18} aria-hidden />}
            {check.isIdle || check.isPending ? t("Check now") : t("Check again")}
          </Button>
          {check.data?.kind === "whole" && <Keep heads={check.data.heads} />}
        </div>
      </div>
    </Card>
  );
}

function Running({ share }: { share: number }) {
  const text = share < 0.5 ? t("Fetching the days") : t("Checking fingerprints and signatures");
  return (
    <div role="status" className="grid gap-2">
      <p className="text-label text-fg2">{text}</p>
      <Progress label={t("Check of the chain")} value={Math.round(share * 100)} max={100} />
    </div>
  );
}

function Found({ verdict }: { verdict: Verdict }) {
  switch (verdict.kind) {
    case "empty":
      return (
        <Sentence tone="open" title={t("No day is closed yet")}>
          <p>{t("The first one is closed shortly after midnight (UTC). Come back tomorrow.")}</p>
        </Sentence>
      );
    case "broken":
      return (
        <Sentence tone="bad" title={t("The chain is broken on {day}", { day: verdict.day })}>
          {verdict.why.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          <p>{t("Either the books were changed, or somebody changed what you were sent.")}</p>
        </Sentence>
      );
    case "whole":
      return <Whole {...verdict} />;
  }
}

function Whole({ heads, entries, signature }: Extract<Verdict, { kind: "whole" }>) {
  return (
    <Sentence tone="good" title={t("The books are unchanged")}>
      <p>
        {t(
          "{days, plural, one {# day} other {# days}} with {entries, plural, one {# entry} other {# entries}}, from {first} to {last}. Every day has the fingerprint it says and follows the day before.",
          {
            days: heads.length,
            entries,
            first: heads[0]?.day ?? "",
            last: heads.at(-1)?.day ?? "",
          },
        )}
      </p>
      <p>
        {signature === "valid"
          ? t("Every signature is the site's.")
          : t("This browser is too old to check the signatures; the fingerprints hold.")}
      </p>
      <p>{t("This browser now remembers the newest day and compares it at the next check.")}</p>
    </Sentence>
  );
}

/** Who keeps the days elsewhere can compare them at any time. */
function Keep({ heads }: { heads: readonly Head[] }) {
  const file = () => new Blob([JSON.stringify(heads, null, 2)], { type: "application/json" });
  return (
    <Button
      variant="outline"
      onClick={() => saveFile(file(), `journal-${heads.at(-1)?.day ?? ""}.json`)}
    >
      <Download size={18} aria-hidden />
      {t("Keep a copy of the days")}
    </Button>
  );
}

export function Insecure() {
  return (
    <Sentence tone="open" title={t("This browser cannot check here")}>
      <p>{t("Browsers compute fingerprints on secure pages only. Open this page by https.")}</p>
    </Sentence>
  );
}
