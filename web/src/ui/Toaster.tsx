import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Toaster as Sonner, toast } from "sonner";
import { useLanguage } from "@/i18n/useLanguage";
import { t } from "./texts";
import { toasterIsHere } from "./toast";
import { holdToasts } from "./topLayer";

/** Where toasts appear. Loaded after the first paint; earlier toasts wait for it. */
export default function Toaster() {
  useLanguage();
  // The element moves between dialogs (topLayer.ts); what is drawn in it stays.
  const [place] = useState(makePlace);
  useEffect(() => {
    const letGo = holdToasts(place);
    toasterIsHere(toast);
    return letGo;
  }, [place]);
  return createPortal(
    <Sonner
      position="top-center"
      offset={{ top: "var(--toasts)" }}
      mobileOffset={{ top: "var(--toasts)" }}
      closeButton
      containerAriaLabel={t("Notifications")}
      toastOptions={{
        closeButtonAriaLabel: t("Close toast"),
        style: {
          background: "var(--s2)",
          border: "1px solid var(--line-2)",
          color: "var(--text)",
          fontFamily: "var(--font)",
          fontSize: 14,
          fontWeight: 600,
          lineHeight: "20px",
          borderRadius: "var(--r-md)",
          boxShadow: "var(--shadow-2)",
        },
        classNames: {
          success: "[&>[data-icon]]:text-ok-ink",
          error: "[&>[data-icon]]:text-danger-ink",
          actionButton: "h-11! rounded-sm! bg-brand! px-3! text-on-brand!",
          cancelButton: "h-11! rounded-sm! bg-s3! px-3! text-fg!",
          // Drawn small, touched on 44 px.
          closeButton:
            "end-0! start-auto! translate-x-1/3! rtl:-translate-x-1/3! bg-s3! text-fg! border-line2! after:absolute after:-inset-3",
        },
      }}
    />,
    place,
  );
}

function makePlace(): HTMLElement {
  const place = document.createElement("div");
  place.popover = "manual";
  place.className = "toasts";
  return place;
}
