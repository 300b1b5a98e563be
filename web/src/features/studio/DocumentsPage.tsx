import { Download, FileText } from "lucide-react";
import { useState } from "react";
import { useRight } from "@/session/useRight";
import { useTitle } from "@/settings/useTitle";
import { Button, buttonClass } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { documents, type KeptDocument, useRemoveDocument } from "./apiDocuments";
import { documentColumns } from "./documentColumns";
import { KeepDialog } from "./KeepDialog";
import { studioPaths } from "./pages";
import { t } from "./texts";

/** /studio/documents: what the studio keeps of itself and of its performers. */
export default function DocumentsPage() {
  useTitle(t("Documents"));
  const [list, page] = useList(studioPaths.documents, documents);
  const [isKeeping, setIsKeeping] = useState(false);
  const [removed, setRemoved] = useState<KeptDocument>();
  const remove = useRemoveDocument();
  const mayKeep = useRight("studio.documents");
  return (
    <ListPage
      title={t("Documents")}
      actions={
        mayKeep && (
          <Button variant="brand" onClick={() => setIsKeeping(true)}>
            {t("Add a document")}
          </Button>
        )
      }
      lead={t(
        "They are kept encrypted, and every look at one is on record. Who one is about sees it; one that was signed stays.",
      )}
      list={list}
      page={page}
      columns={[
        ...documentColumns(),
        {
          id: "acts",
          header: "",
          numeric: true,
          cell: (row) => (
            <span className="flex flex-wrap justify-end gap-2">
              <a
                href={`/api/studio/documents/${row._id}/file`}
                download
                className={buttonClass("ghost", "sm")}
                aria-label={t("Download {title}", { title: row.title })}
              >
                <Download size={16} aria-hidden />
                {t("Download")}
              </a>
              {!row.signedAt && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={t("Remove {title}", { title: row.title })}
                  onClick={() => setRemoved(row)}
                >
                  {t("Remove")}
                </Button>
              )}
            </span>
          ),
        },
      ]}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState title={t("No documents yet")} icon={<FileText aria-hidden />}>
          {t("Contracts and papers of your studio and of who belongs to it appear here.")}
        </EmptyState>
      }
    >
      {isKeeping && <KeepDialog onClose={() => setIsKeeping(false)} />}
      <ConfirmDialog
        open={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={t("Remove {title}?", { title: removed?.title ?? "" })}
        description={t("The file is deleted. That it was there stays on record.")}
        verb={t("Remove")}
        onConfirm={() => remove.mutateAsync(removed?._id ?? "")}
      />
    </ListPage>
  );
}
