import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { formatBytes } from "@/lib/format";
import { IconButton } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { FormActions } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { useGo } from "@/ui/useAddress";
import { fileProblem } from "@/uploads/check";
import type { Allowed } from "@/uploads/types";
import { useUploads } from "@/uploads/useUploads";
import { assetKeys, create } from "./api";
import { priceField, titleField } from "./details";
import { kinds } from "./kinds";
import { sendFor } from "./largeFiles";
import { PriceField } from "./PriceField";
import { t } from "./texts";
import { bounds } from "./words";

const schema = z.object({ titles: z.array(titleField()), price: priceField() });

type NewVideosDialogProps = { files: readonly File[]; allowed: Allowed; onClose: () => void };

/** Begins a draft for each of the chosen files, and sends them. */
export function NewVideosDialog({ files, allowed, onClose }: NewVideosDialogProps) {
  const queries = useQueryClient();
  const queue = useUploads();
  const go = useGo();
  const refused = files.flatMap((file) => {
    const problem = fileProblem(file, "video", allowed);
    return problem === undefined ? [] : [{ file, problem }];
  });
  const good = files.filter((file) => !refused.some((one) => one.file === file));
  // Those that are left: some may be taken out, and some begun before one is refused.
  const [left, setLeft] = useState(good);
  const form = useForm(schema, { titles: left.map(titleOf), price: "" });

  function takeOut(at: number) {
    form.setValue("titles", form.getValues("titles").toSpliced(at, 1));
    setLeft((list) => list.toSpliced(at, 1));
  }

  async function begin({ titles, price }: z.output<typeof schema>) {
    let last = "";
    try {
      for (const [at, file] of left.entries()) {
        const target = await create("video", { title: titles[at] ?? file.name, price });
        last = target._id;
        sendFor(queue, { target, purpose: "video", file, queries });
        takeOut(0);
      }
    } finally {
      queries.invalidateQueries({ queryKey: assetKeys.lists("video") });
    }
    onClose();
    if (left.length === 1) go(kinds.video.page(last));
    else
      toast.success(
        t("{count, plural, one {# draft} other {# drafts}} begun. The videos are on their way.", {
          count: left.length,
        }),
      );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("{count, plural, one {New video} other {# new videos}}", { count: left.length })}
      description={t(
        "Each becomes a draft, which nobody sees before you submit it. Titles and prices can be changed later.",
      )}
    >
      {refused.length > 0 && (
        <ul role="alert" className="mt-4 grid gap-1 rounded-md bg-danger-soft px-4 py-3">
          {refused.map(({ file, problem }) => (
            <li key={file.name} className="text-caption [overflow-wrap:anywhere]">
              <b>{file.name}</b>: {problem}
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <Form form={form} className="mt-5" aria-label={t("New videos")} onSubmit={begin}>
          <ul className="grid gap-4">
            {left.map((file, at) => (
              <li key={`${file.name} ${file.size}`} className="flex items-start gap-2">
                <div className="min-w-0 flex-1">
                  <TextField
                    label={left.length === 1 ? t("Title") : t("Title {number}", { number: at + 1 })}
                    hint={`${file.name}, ${formatBytes(file.size)}`}
                    maxLength={bounds.title}
                    autoComplete="off"
                    required
                    {...field(form, `titles.${at}`)}
                  />
                </div>
                {left.length > 1 && (
                  <IconButton
                    label={t("Leave out {name}", { name: file.name })}
                    className="mt-7"
                    onClick={() => takeOut(at)}
                  >
                    <X size={18} aria-hidden />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
          <PriceField
            label={left.length === 1 ? t("Price") : t("Price of each")}
            data-autofocus
            {...field(form, "price")}
          />
          <FormActions form={form} verb={t("Upload")} onCancel={onClose} />
        </Form>
      )}
    </Dialog>
  );
}

/** "my_day at sea.mp4" → "my day at sea". */
function titleOf({ name }: File): string {
  const bare = name
    .replace(/\.[^.]+$/, "")
    .replace(/[_\s]+/g, " ")
    .trim();
  return bare.slice(0, bounds.title);
}
