import { formatDuration } from "@/lib/time";
import type { OwnAsset } from "@/store/own";
import { canPlay, isBroken, type Medium, newestOf } from "./media";
import { t } from "./texts";

/** One thing that an asset must have before it can be submitted. */
export type Step = { id: string; done: boolean; text: string };

/** What an asset has, and still needs, before it can be submitted. `isUploading`: files of it are on their way. */
export function stepsOf(asset: OwnAsset, isUploading: boolean): Step[] {
  switch (asset.type) {
    case "gallery":
      return [photoStep(asset, isUploading)];
    case "video":
      return videoSteps(asset, isUploading);
    case "product":
      return productSteps(asset, isUploading);
  }
}

function photoStep({ numPhotos }: OwnAsset, isUploading: boolean): Step {
  if (isUploading) return { id: "photos", done: false, text: t("Photos are still on their way") };
  const done = numPhotos > 0;
  return {
    id: "photos",
    done,
    text: done
      ? t("{count, plural, one {# photo} other {# photos}}", { count: numPhotos })
      : t("Add at least one photo"),
  };
}

function videoSteps(asset: OwnAsset, isUploading: boolean): Step[] {
  const steps: Step[] = isUploading
    ? [{ id: "upload", done: false, text: t("Files are still on their way") }]
    : [];
  const video = newestOf(asset, "video");
  if (video) steps.push(fileStep(video, "video"));
  else if (!isUploading) steps.push({ id: "video", done: false, text: t("Upload the video") });
  const trailer = newestOf(asset, "trailer");
  if (trailer && !canPlay(trailer)) steps.push(fileStep(trailer, "trailer"));
  // One out of the video is taken as soon as there is one.
  const willHavePicture = canPlay(video) && video?.state?.hasPoster === true;
  if (asset.numPhotos === 0 && !willHavePicture && canPlay(video))
    steps.push({ id: "thumbnail", done: false, text: t("Add a thumbnail") });
  else if (asset.numPhotos > 0 || willHavePicture)
    steps.push({ id: "thumbnail", done: true, text: t("Thumbnail") });
  return steps;
}

function fileStep(medium: Medium, part: "video" | "trailer"): Step {
  const { state } = medium;
  if (canPlay(medium)) {
    const length = state?.durationMs ?? 0;
    const text =
      length > 0
        ? t("{part, select, video {Video of {length}} other {Trailer of {length}}}", {
            part,
            length: formatDuration(length),
          })
        : t("{part, select, video {Video} other {Trailer}}", { part });
    return { id: part, done: true, text };
  }
  if (isBroken(medium))
    return {
      id: part,
      done: false,
      text: t(
        "{part, select, video {The video cannot be used} other {The trailer cannot be used}}",
        { part },
      ),
    };
  return {
    id: part,
    done: false,
    text: t(
      "{part, select, video {The video is being prepared} other {The trailer is being prepared}}",
      { part },
    ),
  };
}

function productSteps(asset: OwnAsset, isUploading: boolean): Step[] {
  const { numPhotos, product } = asset;
  if (isUploading) return [{ id: "upload", done: false, text: t("Files are still on their way") }];
  const steps: Step[] = [
    {
      id: "pictures",
      done: numPhotos > 0,
      text:
        numPhotos > 0
          ? t("{count, plural, one {# picture} other {# pictures}}", { count: numPhotos })
          : t("Add at least one picture"),
    },
  ];
  if (product?.type === "digital") {
    const file = newestOf(asset, "digitalFile");
    steps.push({
      id: "file",
      done: file !== undefined,
      text: file ? t("The file is here") : t("Add the file that buyers download"),
    });
  }
  return steps;
}
