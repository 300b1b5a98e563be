import { useState } from "react";
import * as z from "zod/mini";
import { formatDate } from "@/lib/time";
import { documentLimits, fileWithin } from "@/lib/validate";
import { useLabels } from "@/settings/api";
import { Button } from "@/ui/Button";
import { DocumentFile } from "@/ui/DocumentFile";
import { Form, useForm } from "@/ui/Form";
import { toast } from "@/ui/toast";
import { type Performer, type Studio, useSubmitPapers, useSubmitStudioDocument } from "./api";
import { StatusBanner } from "./StatusBanner";
import { t } from "./texts";

const papers = fileWithin(documentLimits);
const schema = z.object({ idVerification: papers, documentVerification: papers });
const studioSchema = z.object({ documentVerification: papers });

/** A performer's identity check; documents can be sent (again) when none are in order. */
export function VerificationCard({ performer }: { performer: Performer }) {
  const { verification, verificationReason, verified, verifiedUntil } = performer;
  const expired = verification === "expired" || (verification === "verified" && !verified);
  const state = expired ? "expired" : verification;
  return (
    <StatusBanner state={state} reason={verificationReason} text={textOf(expired, verifiedUntil)}>
      {(state === "none" || state === "rejected" || expired) && <PapersForm />}
    </StatusBanner>
  );
}

/** A studio's check; its document can be sent (again) when none is in order. */
export function StudioVerificationCard({ studio }: { studio: Studio }) {
  const { models } = useLabels();
  const { verification, verificationReason } = studio;
  return (
    <StatusBanner
      state={verification}
      reason={verificationReason}
      text={
        verification === "none"
          ? t("Send the document of your business. Until it is checked you cannot hire {models}.", {
              models: models.toLowerCase(),
            })
          : undefined
      }
    >
      {(verification === "none" || verification === "rejected") && <StudioDocumentForm />}
    </StatusBanner>
  );
}

function StudioDocumentForm() {
  const submit = useSubmitStudioDocument();
  const [sent, setSent] = useState<number>();
  const form = useForm(studioSchema, {});

  async function send({ documentVerification }: z.output<typeof studioSchema>) {
    try {
      await submit.mutateAsync({ document: documentVerification, onProgress: setSent });
      toast.success(t("Thank you. We check your document."));
    } finally {
      setSent(undefined);
    }
  }

  return (
    <Form form={form} onSubmit={send} aria-label={t("Studio document")}>
      <DocumentFile
        form={form}
        name="documentVerification"
        label={t("The document of your business")}
        progress={sent}
        required
      />
      <Button
        type="submit"
        variant="brand"
        className="justify-self-start"
        pending={form.formState.isSubmitting}
      >
        {t("Send the document")}
      </Button>
    </Form>
  );
}

function textOf(expired: boolean, until: string | undefined): string | undefined {
  if (expired) return t("Your identity document has expired. Please send a new one.");
  return until && t("Your document is valid until {until}.", { until: formatDate(until) });
}

function PapersForm() {
  const submit = useSubmitPapers();
  const [sent, setSent] = useState<number>();
  const form = useForm(schema, {});

  async function send(chosen: z.output<typeof schema>) {
    try {
      await submit.mutateAsync({ papers: chosen, onProgress: setSent });
      toast.success(t("Thank you. We check your documents."));
    } finally {
      setSent(undefined);
    }
  }

  return (
    <Form form={form} onSubmit={send} aria-label={t("Identity documents")}>
      <div className="grid gap-5 md:grid-cols-2">
        <DocumentFile
          form={form}
          name="idVerification"
          label={t("A photo of you holding your ID")}
          progress={sent}
          required
        />
        <DocumentFile
          form={form}
          name="documentVerification"
          label={t("Your passport, identity card or driving licence")}
          progress={sent}
          required
        />
      </div>
      <Button
        type="submit"
        variant="brand"
        className="justify-self-start"
        pending={form.formState.isSubmitting}
      >
        {t("Send the documents")}
      </Button>
    </Form>
  );
}
