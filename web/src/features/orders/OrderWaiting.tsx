import { Skeleton } from "@/ui/Skeleton";

/** An order's page while nothing of it has come. */
export function OrderWaiting() {
  return (
    <div aria-busy className="grid gap-5">
      <Skeleton className="h-10 w-64 max-w-full rounded-md" />
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_360px]">
        <Skeleton className="h-72 w-full rounded-lg" />
        <Skeleton className="h-56 w-full rounded-lg" />
      </div>
    </div>
  );
}
