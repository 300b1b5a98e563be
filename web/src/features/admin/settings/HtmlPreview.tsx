import { useMemo } from "react";
import { themed } from "./themed";

type HtmlPreviewProps = { html: string; title: string };

/**
 * Markup that the server has not made safe yet, in a frame without scripts, forms
 * or an origin. The site itself leaves out what is not allowed.
 */
export function HtmlPreview({ html, title }: HtmlPreviewProps) {
  const page = useMemo(() => themed(html), [html]);
  return (
    <iframe
      sandbox=""
      title={title}
      srcDoc={page}
      className="h-56 w-full rounded-md border border-line bg-s1"
    />
  );
}
