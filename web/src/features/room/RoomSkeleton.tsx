import { Skeleton } from "@/ui/Skeleton";
import { Spinner } from "@/ui/Spinner";
import { t } from "./texts";

/** The room's shape while it is fetched. */
export function RoomSkeleton() {
  return (
    <>
      <div className="fixed inset-0 grid place-items-center bg-black text-white lg:hidden">
        <Spinner size={40} label={t("Opening the room")} />
      </div>
      <div className="hidden grid-cols-[minmax(0,1fr)_388px] lg:grid" aria-busy>
        <div className="px-6 pt-5">
          <Skeleton className="aspect-video max-h-[calc(100dvh-250px)] w-full rounded-lg" />
          <div className="mt-4 flex gap-4">
            <Skeleton className="size-15 rounded-full" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-7 w-52" />
              <Skeleton className="h-5 w-80" />
            </div>
          </div>
        </div>
        <div className="h-[calc(100dvh-var(--header))] border-s border-line bg-s1" />
      </div>
    </>
  );
}
