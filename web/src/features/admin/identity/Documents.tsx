import { useQuery } from "@tanstack/react-query";
import { Eye, FileText, ZoomIn, ZoomOut } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { cx } from "@/lib/cx";
import { required } from "@/lib/validate";
import { Button, buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { useAddressOf } from "../useAddressOf";
import { type Check, document } from "./api";
import { t } from "./texts";
import { documentName, together } from "./words";

const schema = z.object({ reason: required() });

/** The papers, shown after the admin has said why; every look is in the audit log. */
export function Documents({ found }: { found: Check }) {
  const [reason, setReason] = useState<string>();
  const usual = t("Identity check of {username}", { username: found.account.username });
  const form = useForm(schema, { reason: found.state === "submitted" ? usual : "" });

  if (reason !== undefined) {
    return (
      <div className="grid gap-5">
        {found.documents.map((which) => (
          <Document key={which} id={found._id} which={which} reason={reason} />
        ))}
      </div>
    );
  }
  return (
    <Card title={t("Documents")}>
      <p className="mb-5 text-body text-fg2">
        {t(
          "{documents}. Identity documents are private: who looks at them, when and why is written into the audit log, and your name is stamped on the pictures.",
          { documents: together(found.documents.map(documentName)) },
        )}
      </p>
      <Form
        form={form}
        aria-label={t("Look at the documents")}
        onSubmit={async (values) => setReason(values.reason)}
      >
        <TextField
          label={t("Why do you look at them?")}
          maxLength={500}
          required
          {...field(form, "reason")}
        />
        <Button type="submit" variant="brand">
          <Eye size={18} aria-hidden />
          {t("Show the documents")}
        </Button>
      </Form>
    </Card>
  );
}

type DocumentProps = { id: string; which: string; reason: string };

function Document({ id, which, reason }: DocumentProps) {
  const loaded = useQuery(document(id, which, reason));
  const address = useAddressOf(loaded.data);
  const [large, setLarge] = useState(false);
  const name = documentName(which);
  const isPicture = loaded.data?.type.startsWith("image/") ?? false;
  return (
    <Card
      title={name}
      aside={
        isPicture && (
          <Button size="sm" variant="outline" onClick={() => setLarge(!large)}>
            {large ? <ZoomOut size={16} aria-hidden /> : <ZoomIn size={16} aria-hidden />}
            {large ? t("Fit") : t("Full size")}
          </Button>
        )
      }
    >
      {loaded.error && loaded.data === undefined && (
        <ErrorState error={loaded.error} onRetry={loaded.refetch} />
      )}
      {loaded.isPending && <Skeleton alone className="aspect-[3/2] w-full rounded-md" />}
      {address && isPicture && (
        <div className="max-h-[80dvh] overflow-auto rounded-md bg-s2">
          <img
            src={address}
            alt={name}
            className={cx("mx-auto", large ? "max-w-none" : "max-h-[70dvh] max-w-full")}
          />
        </div>
      )}
      {address && !isPicture && (
        <a href={address} target="_blank" rel="noopener" className={buttonClass("outline")}>
          <FileText size={18} aria-hidden />
          {t("Open the PDF in a new tab")}
        </a>
      )}
    </Card>
  );
}
