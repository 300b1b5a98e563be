import { lazy, Suspense } from "react";
import { Skeleton } from "@/ui/Skeleton";
import type { SpinPanelProps } from "./SpinPanel";

// Most visitors of a room never open the wheel: it is loaded when they do.
const SpinPanel = lazy(() =>
  import("./SpinPanel").then((module) => ({ default: module.SpinPanel })),
);

/** The wheel's panel, loaded when it is first shown. */
export function LazySpinPanel(props: SpinPanelProps) {
  return (
    <Suspense
      fallback={<Skeleton className="mx-auto aspect-square w-full max-w-72 rounded-full" />}
    >
      <SpinPanel {...props} />
    </Suspense>
  );
}
