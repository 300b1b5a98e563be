import { createContext, use } from "react";
import { cx } from "@/lib/cx";

type AvatarProps = {
  src: string | undefined;
  /** Empty when the name stands beside it. */
  alt?: string;
  size?: number;
  /** The ring of somebody who is live now. */
  live?: boolean;
};

/** The picture of who has none: the operator's, which the app provides; the spec's until then. */
export const PlaceholderAvatar = createContext("/default-user-icon.png");

// The server keeps a small one of each, enough for 64 px on a dense screen.
function fitting(src: string, size: number): string {
  return size > 64 ? src : src.replace(/\/avatar\.webp$/, "/avatar-128.webp");
}

export function Avatar({ src, alt = "", size = 40, live = false }: AvatarProps) {
  const placeholder = use(PlaceholderAvatar);
  return (
    <span
      className={cx(
        "relative block shrink-0 rounded-full",
        live && "bg-[conic-gradient(from_200deg,var(--live),var(--gold),var(--live))] p-[2.5px]",
      )}
      style={{ width: size, height: size }}
    >
      <img
        src={fitting(src || placeholder, size)}
        alt={alt}
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={({ currentTarget: image }) => {
          if (image.getAttribute("src") !== placeholder) image.src = placeholder;
        }}
        className={cx("size-full rounded-full bg-s3 object-cover", live && "border-2 border-bg")}
      />
    </span>
  );
}
