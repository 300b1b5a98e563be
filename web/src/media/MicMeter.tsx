import { Mic } from "lucide-react";
import { useEffect, useRef } from "react";
import { cx } from "@/lib/cx";
import { t } from "./texts";

// Speech into a laptop reaches about this root mean square; full at that.
const loud = 0.25;

/** How loud the microphone is, drawn outside of React on every frame. */
export function MicMeter({ track, className }: { track: MediaStreamTrack; className?: string }) {
  const bar = useRef<HTMLSpanElement>(null);
  const meter = useRef<HTMLMeterElement>(null);

  useEffect(() => {
    const level = listen(track);
    let frame = requestAnimationFrame(draw);
    function draw() {
      const share = Math.min(1, level.read() / loud);
      if (bar.current) bar.current.style.transform = `scaleX(${share})`;
      if (meter.current) meter.current.value = Math.round(share * 100);
      frame = requestAnimationFrame(draw);
    }
    return () => {
      cancelAnimationFrame(frame);
      level.stop();
    };
  }, [track]);

  return (
    <span className={cx("flex items-center gap-2", className)}>
      <Mic size={16} aria-hidden className="shrink-0" />
      <meter ref={meter} aria-label={t("Microphone level")} min={0} max={100} className="sr-only" />
      <span
        aria-hidden
        className="block h-1.5 min-w-16 flex-1 overflow-hidden rounded-full bg-white/25"
      >
        <span
          ref={bar}
          className="block size-full origin-left scale-x-0 rtl:origin-right rounded-full bg-[#5fd65d]"
        />
      </span>
    </span>
  );
}

function listen(track: MediaStreamTrack) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  const samples = new Float32Array(analyser.fftSize);
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  return {
    read(): number {
      analyser.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    },
    stop: () => context.close(),
  };
}
