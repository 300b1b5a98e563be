import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { cx } from "@/lib/cx";
import { askPlayback } from "@/player/api";

/** The first seconds of a trailer for as long as it is shown. What does not come is not missed: the cover is there. */
export function Trailer({ videoId }: { videoId: string }) {
  const [moves, setMoves] = useState(false);
  const { data } = useQuery({
    queryKey: ["trailer-preview", videoId],
    queryFn: () => askPlayback(videoId, "trailer"),
    retry: false, // such as a trailer that was taken back meanwhile
    staleTime: 0,
    gcTime: 0,
  });
  if (data?.previewUrl === undefined) return null;
  return (
    <video
      src={data.previewUrl}
      muted
      loop
      autoPlay
      playsInline
      aria-hidden
      tabIndex={-1}
      onTimeUpdate={() => setMoves(true)}
      className={cx(
        "pointer-events-none absolute inset-0 size-full object-cover transition-opacity duration-200",
        !moves && "opacity-0",
      )}
    />
  );
}
