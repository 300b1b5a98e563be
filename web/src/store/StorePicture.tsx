import { ImageOff } from "lucide-react";
import { useState } from "react";
import { cx } from "@/lib/cx";
import { type PhotoShape, photoAddress, photoSources } from "./photo";
import { t } from "./texts";

type StorePictureProps = {
  photo: PhotoShape;
  /** Only the server's blur of it: whoever looks has no right to the picture. */
  locked?: boolean;
  /** Empty where words beside it say what it is. */
  alt?: string;
  /** How wide it is shown, as in the img element's `sizes`. */
  sizes: string;
  /** Among the first on the page. */
  eager?: boolean;
  /** Whole, instead of filling its frame. */
  whole?: boolean;
  className?: string;
};

/** A photo of the store in a frame of its own colour, in the size that fits; fills what is around it. */
export function StorePicture(props: StorePictureProps) {
  const { photo, locked = false, alt = "", sizes, eager = false, whole = false, className } = props;
  const source = locked ? { src: photoAddress(photo._id, "blur") } : photoSources(photo);
  const [broken, setBroken] = useState<string>();
  if (broken === source.src) return <Missing />;
  return (
    <img
      key={source.src}
      {...source}
      {...(!locked && { sizes })}
      alt={alt}
      width={photo.width}
      height={photo.height}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : "auto"}
      decoding="async"
      draggable={false}
      onError={() => setBroken(source.src)}
      style={whole ? undefined : { backgroundColor: photo.colour }}
      className={cx(
        "size-full",
        whole ? "object-contain" : "object-cover",
        locked && "scale-105", // its soft edges stay outside
        className,
      )}
    />
  );
}

function Missing() {
  return (
    <span className="grid size-full place-items-center bg-s2 text-fg3">
      <ImageOff size={24} role="img" aria-label={t("This picture could not be loaded")} />
    </span>
  );
}
