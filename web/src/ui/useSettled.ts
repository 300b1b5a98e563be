import { useEffect, useState } from "react";

const pause = 400; // ms

/** The value as it was when nobody had changed it for a moment: what is typed is asked about once. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
