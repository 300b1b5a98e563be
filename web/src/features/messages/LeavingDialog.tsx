import { Button, buttonClass } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { t } from "./texts";

/** Before a link in a message is followed: where it leads, as the browser understands it. */
export function LeavingDialog({ href, onClose }: { href: string; onClose: () => void }) {
  const { host } = new URL(href);
  return (
    <Dialog
      open
      onClose={onClose}
      width="sm"
      title={t("You are leaving the site")}
      description={t("This link leads to {host}. Never enter your password there.", { host })}
      actions={
        <>
          <Button variant="ghost" onClick={onClose} data-autofocus>
            {t("Stay here")}
          </Button>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className={buttonClass("brand")}
            onClick={onClose}
          >
            {t("Open the link")}
          </a>
        </>
      }
    >
      <p
        dir="ltr"
        className="mt-3 rounded-md bg-s2 p-3 text-caption text-fg2 [overflow-wrap:anywhere]"
      >
        {href}
      </p>
    </Dialog>
  );
}
