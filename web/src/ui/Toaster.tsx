import { useEffect } from "react";
import { Toaster as Sonner } from "sonner";
import { toasterIsHere } from "./toast";

/** Where toasts appear. Loaded after the first paint; earlier toasts wait for it. */
export default function Toaster() {
  useEffect(toasterIsHere, []);
  return (
    <Sonner
      position="top-center"
      offset={84}
      mobileOffset={68}
      closeButton
      toastOptions={{
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
          actionButton: "h-9! rounded-sm! bg-brand! px-3! text-on-brand!",
          cancelButton: "h-9! rounded-sm! bg-s3! px-3! text-fg!",
          closeButton: "right-0! left-auto! translate-x-1/3! bg-s3! text-fg! border-line2!",
        },
      }}
    />
  );
}
