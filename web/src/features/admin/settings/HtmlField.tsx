import { useState } from "react";
import { Button } from "@/ui/Button";
import { Textarea, type TextareaProps } from "@/ui/Field";
import { HtmlPreview } from "./HtmlPreview";
import { t } from "./texts";

/** HTML source with a preview beside it, shut off from this page. */
export function HtmlField(props: TextareaProps & { value: string }) {
  const [previews, setPreviews] = useState(false);
  return (
    <div className="grid gap-2">
      <Textarea rows={6} spellCheck={false} {...props} />
      <div>
        <Button size="sm" variant="outline" onClick={() => setPreviews(!previews)}>
          {previews ? t("Hide preview") : t("Preview")}
        </Button>
      </div>
      {previews && <HtmlPreview html={props.value} title={t("Preview")} />}
    </div>
  );
}
