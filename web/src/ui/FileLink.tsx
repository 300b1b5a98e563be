import type { ReactNode } from "react";
import { texts } from "@/api/errors";
import { withStepUp } from "@/api/stepUp";
import { saveFile } from "@/lib/saveFile";
import { buttonClass } from "./Button";
import { toast } from "./toast";

type Props = { href: string; size?: "sm" | "md"; label?: string; children: ReactNode };

/** Saves a file that is given out on a fresh proof only: a plain link could not ask for it. */
export function FileLink({ href, size = "md", label, children }: Props) {
  return (
    <a
      href={href}
      download
      className={buttonClass("outline", size)}
      aria-label={label}
      onClick={(event) => {
        event.preventDefault();
        void save(href);
      }}
    >
      {children}
    </a>
  );
}

async function save(href: string) {
  const request = new Request(new URL(href, location.origin), { credentials: "same-origin" });
  const response = await withStepUp(request).catch(() => undefined);
  if (!response?.ok) {
    toast.error(texts.loadFailed());
    return;
  }
  saveFile(await response.blob(), nameOf(response.headers.get("Content-Disposition")));
}

function nameOf(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? "")?.[1] ?? "file";
}
