import { type ComponentType, useSyncExternalStore } from "react";
import { currentLanguage, onLanguage } from "./language";

/**
 * The language of the page. What calls it is drawn anew when that changes, with all below it but
 * what is memoised: layouts, pages (`inLanguage`) and components made by `memo` call it.
 */
export function useLanguage() {
  return useSyncExternalStore(onLanguage, currentLanguage);
}

/** A page that is drawn anew in another language, and keeps its state. */
export function inLanguage(Page: ComponentType): ComponentType {
  return function InLanguage() {
    useLanguage();
    return <Page />;
  };
}
