const two = (n: number) => String(n).padStart(2, "0");

/** An instant as a datetime-local field writes it, in the reader's time zone: "2026-12-24T18:00". */
export function wallTimeOf(iso: string): string {
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What a datetime-local field holds, as an instant; undefined for what is no time. */
export function instantOf(wallTime: string): string | undefined {
  const at = new Date(wallTime);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
