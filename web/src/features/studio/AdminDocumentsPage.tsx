import { FileText } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { refused } from "@/api/client";
import { withStepUp } from "@/api/stepUp";
import { paths } from "@/app/paths";
import { saveFile } from "@/lib/saveFile";
import { required } from "@/lib/validate";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useParam } from "@/ui/useAddress";
import { useList } from "@/ui/useList";
import { documentsOf, type KeptDocument } from "./apiDocuments";
import { documentColumns } from "./documentColumns";
import { t } from "./texts";

const schema = z.object({ reason: required() });

/** /admin/studios/{id}/documents: what a studio keeps; who opens a document says why. */
export default function AdminDocumentsPage() {
  const id = useParam(paths.admin.studioDocuments);
  const [list, page] = useList(paths.admin.studioDocuments, (offset) => documentsOf(id, offset));
  const [opened, setOpened] = useState<KeptDocument>();
  const studio = list.data?.data[0]?.studio;
  const title = studio
    ? t("Documents of {studio}", { studio: studio.name || studio.username })
    : t("Documents of a studio");
  useTitle(title);
  return (
    <ListPage
      title={title}
      lead={t("Private: who looks at one, when and why is written into the audit log.")}
      list={list}
      page={page}
      columns={[
        ...documentColumns(),
        {
          id: "open",
          header: "",
          numeric: true,
          cell: (row) => (
            <Button
              size="sm"
              variant="outline"
              aria-label={t("Open {title}", { title: row.title })}
              onClick={() => setOpened(row)}
            >
              {t("Open")}
            </Button>
          ),
        },
      ]}
      rowKey={({ _id }) => _id}
      empty={<EmptyState title={t("No documents yet")} icon={<FileText aria-hidden />} />}
    >
      {opened && <OpenDialog row={opened} onClose={() => setOpened(undefined)} />}
    </ListPage>
  );
}

function OpenDialog({ row, onClose }: { row: KeptDocument; onClose: () => void }) {
  const form = useForm(schema, { reason: "" });
  return (
    <FormDialog
      onClose={onClose}
      title={t("Open {title}", { title: row.title })}
      description={t("Your name is stamped on a picture.")}
      form={form}
      onSubmit={async ({ reason }) => {
        await save(row, reason);
        onClose();
      }}
      label={t("Open {title}", { title: row.title })}
      verb={t("Open")}
    >
      <TextField
        label={t("Why do you look at it?")}
        maxLength={500}
        required
        {...field(form, "reason")}
      />
    </FormDialog>
  );
}

async function save({ _id, mediaType }: KeptDocument, reason: string) {
  const query = new URLSearchParams({ reason });
  const address = `${location.origin}/api/admin/studio-documents/${encodeURIComponent(_id)}/file`;
  const response = await withStepUp(
    new Request(`${address}?${query}`, { credentials: "same-origin" }),
  );
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined);
    throw refused(response.status, body, response.headers.get("Retry-After"));
  }
  const ending = mediaType === "application/pdf" ? "pdf" : "jpg";
  saveFile(await response.blob(), `document-${_id}.${ending}`);
}
