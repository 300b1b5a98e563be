import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { currentLanguage, languages } from "@/i18n/language";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Select } from "@/ui/Field";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { Tabs } from "@/ui/Tabs";
import { Switch } from "@/ui/Toggle";
import { type Kind, type Preview, preview, type Shown } from "./api";
import { OnDevice, OnSite } from "./Elsewhere";
import { MailFrame } from "./MailFrame";
import { t } from "./texts";

/** A kind of notice in each of its ways, as it is for who has chosen nothing. */
export function KindPreview({ kind }: { kind: Kind }) {
  const [shown, setShown] = useState<Shown>({
    language: currentLanguage().code,
    sample: 0,
    open: false,
  });
  const change = (changes: Partial<Shown>) => setShown({ ...shown, ...changes });
  const found = useQuery(preview(kind.id, shown));
  return (
    <Card
      title={<span className="[overflow-wrap:anywhere]">{kind.id}</span>}
      aside={<Marks kind={kind} />}
    >
      <div className="mb-5 grid gap-4 sm:grid-cols-2">
        <Select
          label={t("Language")}
          value={shown.language}
          onChange={({ target }) => change({ language: target.value })}
          options={languages.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <Select
          label={t("Sample")}
          value={String(shown.sample)}
          disabled={kind.samples < 2}
          onChange={({ target }) => change({ sample: Number(target.value) })}
          options={Array.from({ length: kind.samples }, (_, at) => ({
            value: String(at),
            label: t("{at} of {samples}", { at: at + 1, samples: kind.samples }),
          }))}
        />
        <div className="sm:col-span-2">
          <Switch
            label={t("Discreet")}
            hint={t("As those get it who have not said that it need not be.")}
            checked={!shown.open}
            onChange={({ target }) => change({ open: !target.checked })}
          />
        </div>
      </div>
      <Loaded query={found} waiting={<Skeleton className="h-96 w-full" />}>
        {(data) => <Ways kind={kind} preview={data} shown={shown} />}
      </Loaded>
    </Card>
  );
}

function Marks({ kind: { essential, mailOnly, channels } }: { kind: Kind }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {essential && <Badge tone="gold">{t("Essential")}</Badge>}
      {channels.app && <Badge>{t("On the site")}</Badge>}
      {channels.mail && <Badge>{mailOnly ? t("Mail only") : t("Mail")}</Badge>}
      {channels.push && <Badge>{t("Devices")}</Badge>}
    </span>
  );
}

type Way = "mail" | "text" | "push" | "app";
type WaysProps = { kind: Kind; preview: Preview; shown: Shown };

function Ways({
  kind,
  preview: { subject, discreetSubject, html, text, push, app },
  shown,
}: WaysProps) {
  const [way, setWay] = useState<Way>("mail");
  const line = shown.open ? subject : discreetSubject;
  return (
    <Tabs<Way>
      label={t("Ways")}
      selected={way}
      onSelect={setWay}
      tabs={[
        { id: "mail", label: t("Mail") },
        { id: "text", label: t("Mail as text") },
        ...(push ? [{ id: "push" as const, label: t("Devices") }] : []),
        ...(app ? [{ id: "app" as const, label: t("On the site") }] : []),
      ]}
    >
      {(way === "mail" || way === "text") && (
        <p className="mb-4 text-label font-normal text-fg2">
          {t.rich("Subject: <b>{line}</b>", {
            line,
            b: (words) => <b className="font-semibold text-fg">{words}</b>,
          })}
        </p>
      )}
      {way === "mail" && <MailFrame html={html} title={line} />}
      {way === "text" && (
        <pre className="rounded-md border border-line bg-s2 p-4 font-mono text-caption whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </pre>
      )}
      {way === "push" && push && <OnDevice push={push} />}
      {way === "app" && app && <OnSite app={app} kind={kind} />}
    </Tabs>
  );
}
