import { countOf } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import type { OwnAsset } from "@/store/own";
import { canPlay, isBroken, type Medium, newestOf } from "./media";

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
  if (isUploading) return { id: "photos", done: false, text: "Photos are still on their way" };
  const done = numPhotos > 0;
  return {
    id: "photos",
    done,
    text: done ? countOf(numPhotos, "photo") : "Add at least one photo",
  };
}

function videoSteps(asset: OwnAsset, isUploading: boolean): Step[] {
  const steps: Step[] = isUploading
    ? [{ id: "upload", done: false, text: "Files are still on their way" }]
    : [];
  const video = newestOf(asset, "video");
  if (video) steps.push(fileStep(video, "The video", "video"));
  else if (!isUploading) steps.push({ id: "video", done: false, text: "Upload the video" });
  const trailer = newestOf(asset, "trailer");
  if (trailer && !canPlay(trailer)) steps.push(fileStep(trailer, "The trailer", "trailer"));
  // One out of the video is taken as soon as there is one.
  const willHavePicture = canPlay(video) && video?.state?.hasPoster === true;
  if (asset.numPhotos === 0 && !willHavePicture && canPlay(video))
    steps.push({ id: "thumbnail", done: false, text: "Add a thumbnail" });
  else if (asset.numPhotos > 0 || willHavePicture)
    steps.push({ id: "thumbnail", done: true, text: "Thumbnail" });
  return steps;
}

function fileStep(medium: Medium, name: string, id: string): Step {
  const { state } = medium;
  if (canPlay(medium)) {
    const length = state?.durationMs ?? 0;
    const word = id === "video" ? "Video" : "Trailer";
    return { id, done: true, text: length > 0 ? `${word} of ${formatDuration(length)}` : word };
  }
  if (isBroken(medium)) return { id, done: false, text: `${name} cannot be used` };
  return { id, done: false, text: `${name} is being prepared` };
}

function productSteps(asset: OwnAsset, isUploading: boolean): Step[] {
  const { numPhotos, product } = asset;
  if (isUploading) return [{ id: "upload", done: false, text: "Files are still on their way" }];
  const steps: Step[] = [
    {
      id: "pictures",
      done: numPhotos > 0,
      text: numPhotos > 0 ? countOf(numPhotos, "picture") : "Add at least one picture",
    },
  ];
  if (product?.type === "digital") {
    const file = newestOf(asset, "digitalFile");
    steps.push({
      id: "file",
      done: file !== undefined,
      text: file ? "The file is here" : "Add the file that buyers download",
    });
  }
  return steps;
}
