const mirrored: Readonly<Record<string, string>> = {
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
};

/** An arrow key as if the line ran to the right: ArrowRight leads to what comes next. */
export function alongLine(key: string): string {
  return (document.dir === "rtl" && mirrored[key]) || key;
}
