/** Text with markup from the operator. The server sanitises it (trust.md): no script, style or frame gets here. */
export function Html({ html, className = "" }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place, and only for what the server has sanitised.
  return <div className={`prose-html ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
