import { Fragment } from "react";
import { pieces } from "./links";

type LinkedTextProps = { text: string; onLeave: (href: string) => void };

/** What somebody wrote, with its links; those lead away from the site only after a question. */
export function LinkedText({ text, onLeave }: LinkedTextProps) {
  return (
    <span className="whitespace-pre-wrap">
      {pieces(text).map(({ at, words, href }) =>
        href === undefined ? (
          <Fragment key={at}>{words}</Fragment>
        ) : (
          <a
            key={at}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="underline underline-offset-2"
            onClick={(event) => {
              event.preventDefault();
              onLeave(href);
            }}
          >
            {words}
          </a>
        ),
      )}
    </span>
  );
}
