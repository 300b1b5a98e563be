import { cx } from "@/lib/cx";

type AvatarProps = {
  src: string | undefined;
  /** Empty when the name stands beside it. */
  alt?: string;
  size?: number;
  /** The ring of somebody who is live now. */
  live?: boolean;
};

const placeholder = "/default-user-icon.png";

// The server keeps a small one of each, enough for 64 px on a dense screen.
function fitting(src: string | undefined, size: number): string {
  if (!src) return placeholder;
  return size > 64 ? src : src.replace(/\/avatar\.webp$/, "/avatar-128.webp");
}

export function Avatar({ src, alt = "", size = 40, live = false }: AvatarProps) {
  return (
    <span
      className={cx(
        "relative block shrink-0 rounded-full",
        live && "bg-[conic-gradient(from_200deg,var(--live),var(--gold),var(--live))] p-[2.5px]",
      )}
      style={{ width: size, height: size }}
    >
      <img
        src={fitting(src, size)}
        alt={alt}
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={({ currentTarget: image }) => {
          if (!image.src.endsWith(placeholder)) image.src = placeholder;
        }}
        className={cx("size-full rounded-full bg-s3 object-cover", live && "border-2 border-bg")}
      />
    </span>
  );
}
