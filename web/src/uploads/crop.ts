/** A part of a picture, in its own pixels. */
export type Area = { x: number; y: number; width: number; height: number };

/** The longest side of what is sent; the server makes smaller ones of it. */
const longest = 2400;

const kinds = [
  { ending: "jpg", type: "image/jpeg" },
  { ending: "webp", type: "image/webp" },
  { ending: "png", type: "image/png" },
] as const;

/** The part of a picture as a file of its own, of a kind that is accepted; null when the browser cannot. */
export async function cropped(
  image: File,
  area: Area,
  accepted: readonly string[],
): Promise<File | null> {
  const kind = kinds.find(({ ending }) => accepted.includes(ending)) ?? kinds[0];
  const shrink = Math.min(1, longest / Math.max(area.width, area.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(area.width * shrink);
  canvas.height = Math.round(area.height * shrink);
  const pen = canvas.getContext("2d");
  if (pen === null) return null;
  pen.fillStyle = "white"; // behind what is transparent
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const picture = await createImageBitmap(image, { imageOrientation: "from-image" });
  pen.drawImage(
    picture,
    area.x,
    area.y,
    area.width,
    area.height,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  picture.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, kind.type, 0.9));
  const name = image.name.replace(/\.[^.]*$/, "");
  return blob && new File([blob], `${name}.${kind.ending}`, { type: blob.type });
}
