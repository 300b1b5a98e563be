import { useEffect } from "react";
import { useSettings } from "./api";

/** Names the page in the browser's tab: "Favorites · Limelight". */
export function useTitle(title?: string) {
  const { siteName } = useSettings();
  useEffect(() => {
    document.title = title ? `${title} · ${siteName}` : siteName;
  }, [title, siteName]);
}
