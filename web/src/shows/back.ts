// That a performer pressed "Back to public" after a paid show, on her way to the stage. In memory
// and not in an address: no link may put her before a camera.
let asked = false;

/** She pressed it: the stage opens without asking again. */
export function askBack() {
  asked = true;
}

/** Whether she did; true once. */
export function takeBack(): boolean {
  const was = asked;
  asked = false;
  return was;
}
