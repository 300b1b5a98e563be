import { useMutation } from "@tanstack/react-query";
import { Download, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { countOf, formatNumber } from "@/lib/format";
import { saveFile } from "@/lib/saveFile";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Progress } from "@/ui/Progress";
import { checkChain, type Verdict } from "./chain";
import { Sentence } from "./Sentence";
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
    <Card title="Check the whole chain">
      <div className="grid gap-4">
        {check.isIdle && (
          <p className="text-body text-fg2">
            Your browser fetches every closed day and checks each fingerprint and signature. It
            takes some seconds.
          </p>
        )}
        {check.isPending && <Running share={share} />}
        {check.error && (
          <Sentence tone="open" title="The check could not be finished">
            <p>{messageOf(check.error)} This says nothing about the books.</p>
          </Sentence>
        )}
        {check.data && <Found verdict={check.data} />}
        <div className="flex flex-wrap gap-2">
          <Button variant="brand" pending={check.isPending} onClick={start}>
            {!check.isPending && <ShieldCheck size={18} aria-hidden />}
            {check.isIdle || check.isPending ? "Check now" : "Check again"}
          </Button>
          {check.data?.kind === "whole" && <Keep heads={check.data.heads} />}
        </div>
      </div>
    </Card>
  );
}

function Running({ share }: { share: number }) {
  const text = share < 0.5 ? "Fetching the days" : "Checking fingerprints and signatures";
  return (
    <div role="status" className="grid gap-2">
      <p className="text-label text-fg2">{text}</p>
      <Progress label="Check of the chain" value={Math.round(share * 100)} max={100} />
    </div>
  );
}

function Found({ verdict }: { verdict: Verdict }) {
  switch (verdict.kind) {
    case "empty":
      return (
        <Sentence tone="open" title="No day is closed yet">
          <p>The first one is closed shortly after midnight (UTC). Come back tomorrow.</p>
        </Sentence>
      );
    case "broken":
      return (
        <Sentence tone="bad" title={`The chain is broken on ${verdict.day}`}>
          {verdict.why.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          <p>Either the books were changed, or somebody changed what you were sent.</p>
        </Sentence>
      );
    case "whole":
      return <Whole {...verdict} />;
  }
}

function Whole({ heads, entries, signature }: Extract<Verdict, { kind: "whole" }>) {
  return (
    <Sentence tone="good" title="The books are unchanged">
      <p>
        {countOf(heads.length, "day")} with {formatNumber(entries, 0)}{" "}
        {entries === 1 ? "entry" : "entries"}, from {heads[0]?.day} to {heads.at(-1)?.day}. Every
        day has the fingerprint it says and follows the day before.
      </p>
      <p>
        {signature === "valid"
          ? "Every signature is the site's."
          : "This browser is too old to check the signatures; the fingerprints hold."}
      </p>
      <p>This browser now remembers the newest day and compares it at the next check.</p>
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
      Keep a copy of the days
    </Button>
  );
}

export function Insecure() {
  return (
    <Sentence tone="open" title="This browser cannot check here">
      <p>Browsers compute fingerprints on secure pages only. Open this page by https.</p>
    </Sentence>
  );
}
