import { type RefObject, useEffect, useState } from "react";
import type { Rights } from "./rights";
import { withToken } from "./rights";

type VideoTracksProps = { video: RefObject<HTMLVideoElement | null>; rights: Rights };

/** The captions and the storyboard of a video; what has not been fetched yet gets the newest address. */
export function VideoTracks({ video, rights }: VideoTracksProps) {
  // Another address would fetch again what is there.
  const [{ captions, storyboardUrl }] = useState(rights.playback);

  useEffect(
    () =>
      rights.listen({
        onLost: () => {},
        onReachable: () => {},
        onRenewed: (playback) => {
          for (const track of video.current?.querySelectorAll("track") ?? []) {
            if (track.readyState !== HTMLTrackElement.LOADED)
              track.src = withToken(track.src, playback);
          }
        },
      }),
    [video, rights],
  );

  return (
    <>
      {captions.map(({ language, label, url }) => (
        <track key={language} kind="captions" srcLang={language} label={label} src={url} />
      ))}
      {storyboardUrl && <track default kind="metadata" label="thumbnails" src={storyboardUrl} />}
    </>
  );
}
