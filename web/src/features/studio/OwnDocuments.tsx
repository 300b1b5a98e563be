import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { formatDate } from "@/lib/time";
import { required } from "@/lib/validate";
import { Button, buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { TextField } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { LoadFailure } from "@/ui/States";
import { toast } from "@/ui/toast";
import { aboutMe, type KeptDocument, useSign } from "./apiDocuments";
import { kindName } from "./kinds";
import { t } from "./texts";

/** What studios keep about me; nothing when they keep nothing. */
export function OwnDocuments() {
  const found = useQuery(aboutMe());
  const [signed, setSigned] = useState<KeptDocument>();
  if (!found.data) return <LoadFailure query={found} what={t("Documents about you")} />;
  if (found.data.total === 0) return null;
  return (
    <Card className="mb-5" title={t("Documents about you")}>
      <ul className="grid gap-4">
        {found.data.data.map((row) => (
          <li key={row._id} className="flex flex-wrap items-center justify-end gap-3">
            <span className="min-w-0 flex-1 max-sm:basis-full">
              <span className="block font-semibold [overflow-wrap:anywhere]">{row.title}</span>
              <span className="block text-label text-fg2">
                {row.studio.name || row.studio.username} · {kindName(row.kind)} ·{" "}
                {formatDate(row.createdAt)}
              </span>
              {row.signedAt && (
                <span className="block text-label text-fg2">
                  {t("Signed as {name} on {date}.", {
                    name: row.signedName ?? "",
                    date: formatDate(row.signedAt),
                  })}
                </span>
              )}
            </span>
            <a
              href={`/api/performers/studio/documents/${row._id}/file`}
              download
              className={buttonClass("outline", "sm")}
              aria-label={t("Download {title}", { title: row.title })}
            >
              <Download size={16} aria-hidden />
              {t("Download")}
            </a>
            {row.toSign && !row.signedAt && (
              <Button size="sm" variant="brand" onClick={() => setSigned(row)}>
                {t("Sign")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {signed && <SignDialog row={signed} onClose={() => setSigned(undefined)} />}
    </Card>
  );
}

const schema = z.object({ name: required() });

function SignDialog({ row, onClose }: { row: KeptDocument; onClose: () => void }) {
  const form = useForm(schema, { name: "" });
  const sign = useSign();
  return (
    <FormDialog
      onClose={onClose}
      title={t("Sign {title}", { title: row.title })}
      description={t("Read it first. Your name, and when you wrote it, stay with the document.")}
      form={form}
      onSubmit={async ({ name }) => {
        await sign.mutateAsync({ id: row._id, name });
        toast.success(t("Signed."));
        onClose();
      }}
      label={t("Sign {title}", { title: row.title })}
      verb={t("Sign")}
    >
      <TextField label={t("Your full name")} maxLength={120} required {...field(form, "name")} />
    </FormDialog>
  );
}
