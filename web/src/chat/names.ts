const overVideo = ["#ffb3b9", "#a5e0ff", "#ffdf9e", "#c6f2b0", "#dcc9ff", "#ffcdb0"];

/** A name's colour: always the same for the same name, readable on the surface it stands on. */
export function nameColour(username: string, over: boolean): string {
  let sum = 0;
  for (const letter of username) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  const index = sum % overVideo.length;
  return over ? (overVideo[index] ?? "#fff") : `var(--c${index})`;
}
