import { cx } from "@/lib/cx";
import { arcsOf, inkOn, outline, type Slice } from "./geometry";
import "./wheel.css";

type WheelPictureProps = {
  slices: readonly Slice[];
  /** How far the wheel is turned, in degrees. */
  angle: number;
  /** Turns to a new angle slowly, over `turnTime`. */
  isTurning?: boolean;
  /** The slice that came up; the others step back. */
  won?: number | undefined;
  className?: string;
};

const radius = 96;
// Where words fit: thinner slices carry none, the list of odds names them.
const thinnest = 7;
const maxLabel = 22;
// From the rim to the hub, and how wide a letter is beside its height.
const room = 72;
const letter = 0.56;

/** The wheel as a picture. What it shows is said elsewhere in words. */
export function WheelPicture(props: WheelPictureProps) {
  const { slices, angle, isTurning = false, won, className } = props;
  const arcs = arcsOf(slices);
  return (
    <svg viewBox="-110 -114 220 224" aria-hidden className={cx("block w-full", className)}>
      <circle r={106} className="fill-s3" />
      <circle r={101} className="fill-bg" />
      <g
        className={cx("wheel-disc", isTurning && "wheel-turning")}
        style={{ transform: `rotate(${angle}deg)` }}
      >
        {arcs.map((arc, index) => {
          const slice = slices[index];
          if (slice === undefined) return null;
          const dimmed = won !== undefined && won !== index;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a slice is its place on the wheel.
            <g key={index} opacity={dimmed ? 0.35 : 1}>
              <path
                d={outline(arc, radius)}
                fill={slice.color}
                stroke="#0d0a0b"
                strokeWidth={0.8}
              />
              {arc.to - arc.from >= thinnest && <Label slice={slice} arc={arc} />}
            </g>
          );
        })}
      </g>
      <circle r={15} className="fill-s1 stroke-gold" strokeWidth={3} />
      <path d="M-9 -112H9L0 -88Z" className="fill-gold stroke-bg" strokeWidth={1.5} />
    </svg>
  );
}

function Label({ slice, arc }: { slice: Slice; arc: { from: number; to: number } }) {
  const middle = (arc.from + arc.to) / 2;
  const words =
    slice.label.length > maxLabel ? `${slice.label.slice(0, maxLabel - 1)}…` : slice.label;
  const size = Math.min(8.5, 3.5 + (arc.to - arc.from) * 0.16, room / (words.length * letter));
  return (
    <text
      transform={`rotate(${middle - 90})`}
      x={radius - 6}
      textAnchor="end"
      dominantBaseline="central"
      fontSize={size}
      fontWeight={700}
      fill={inkOn(slice.color)}
    >
      {words}
    </text>
  );
}
