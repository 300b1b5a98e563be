import { useEffect, useState } from "react";
import { serverNow } from "@/lib/serverTime";

/** The time at the server, told anew every second, in Unix milliseconds. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
