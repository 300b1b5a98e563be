import { api, type Schemas, unwrap } from "@/api/client";

type Asked = {
  /** Who sends the picture: the page she goes to, or a program. */
  by: "here" | "elsewhere";
  /** Her show, if it was known to wait. */
  opening?: Promise<Schemas["ShowSession"]>;
};

// That a performer pressed "Back to public" after a paid show, on her way to the stage. In memory
// and not in an address: no link may put her before a camera.
let asked: Asked | undefined;

/** She pressed it: the stage opens without asking again. */
export function askBack(by: Asked["by"]) {
  asked = { by };
}

/** The same where her public show waits: it is opened while she is on her way. */
export function openBack(by: Asked["by"]) {
  const opening = unwrap(api.POST("/streaming/live", { body: { title: "", takeover: false } }));
  opening.catch(() => {}); // the stage tells
  asked = { by, opening };
}

/** What she asked for, if she did; once. */
export function takeBack(): Asked | undefined {
  const was = asked;
  asked = undefined;
  return was;
}
