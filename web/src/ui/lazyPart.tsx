import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { withTexts } from "@/i18n/language";

/**
 * A part of a page whose file is fetched when it is shown, or before, by `fetch`: what nobody
 * needs for the first paint. `place` stands there until it is here.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place?: ReactNode,
) {
  let here: ComponentType<Props> | undefined;
  let coming: Promise<{ default: ComponentType<Props> }> | undefined;

  function once() {
    coming ??= load()
      .then(withTexts)
      .then(
        (part) => {
          here = part;
          return { default: part };
        },
        (error: unknown) => {
          coming = undefined; // whoever asks next tries again
          throw error;
        },
      );
    return coming;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each file, as by lazy itself.
  function LazyPart(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => here ?? lazy(once));
    return (
      <Suspense fallback={place}>
        <Shown {...props} />
      </Suspense>
    );
  }
  /** Whether it is here now. Reaching for it may fail silently; showing it does not. */
  LazyPart.fetch = (): Promise<boolean> =>
    once().then(
      () => true,
      () => false,
    );
  return LazyPart;
}
