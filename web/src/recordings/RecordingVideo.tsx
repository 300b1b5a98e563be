import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Skeleton } from "@/ui/Skeleton";
import { LoadFailure } from "@/ui/States";
import { t } from "./texts";

/** Where a recording is to be watched, until then. */
export type Address = { url: string; expiresAt?: string };

type RecordingVideoProps = {
  /** Asks for an address of one's own. */
  address: UseQueryOptions<Address, Error, Address, readonly unknown[]>;
  title: string;
  /** What is said where it does not play. */
  broken: string;
};

/** Plays a recording. An address that has ended while somebody watched is asked for anew, and it goes on. */
export function RecordingVideo({ address, title, broken }: RecordingVideoProps) {
  const found = useQuery(address);
  const [isBroken, setIsBroken] = useState(false);
  const at = useRef(0);
  const tried = useRef(-1);

  function fail() {
    if (tried.current === at.current) return setIsBroken(true); // anew, and no further
    tried.current = at.current;
    found.refetch().then(({ isError }) => isError && setIsBroken(true));
  }

  if (isBroken)
    return (
      <p role="alert" className="rounded-md bg-s2 p-6 text-center text-label">
        {broken}
      </p>
    );
  if (found.data === undefined)
    return found.isError ? (
      <LoadFailure query={found} what={t("The recording")} />
    ) : (
      <Skeleton className="aspect-video w-full rounded-md" />
    );
  return (
    // biome-ignore lint/a11y/useMediaCaption: live talk has no captions yet.
    <video
      src={found.data.url}
      controls
      autoPlay
      playsInline
      aria-label={t("Recording of {title}", { title })}
      onLoadedMetadata={({ currentTarget }) => {
        currentTarget.currentTime = at.current;
      }}
      onTimeUpdate={({ currentTarget }) => {
        at.current = currentTarget.currentTime;
      }}
      onError={fail}
      className="aspect-video w-full rounded-md bg-black"
    />
  );
}
