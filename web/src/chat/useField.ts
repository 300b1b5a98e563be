import { type ChangeEvent, useRef, useState } from "react";
import { drafts } from "@/ui/drafts";

// How often others are told that somebody writes, in milliseconds.
const typingEvery = 2500;

type Options = {
  /** Under which name what was begun is kept. */
  draft: string;
  maxLength: number;
  onTyping: () => void;
};

/** The field that a line is written in. */
export function useField<Element extends HTMLInputElement | HTMLTextAreaElement>(options: Options) {
  const { draft, maxLength, onTyping } = options;
  const [text, setText] = useState(() => wordsOf(drafts.get(draft)));
  const field = useRef<Element>(null);
  const told = useRef(0);
  const caret = useRef<number>(undefined);

  function type(value: string) {
    setText(value);
    // Turning the device draws another room around the same line.
    drafts.set(draft, { words: value });
    if (value.trim() === "" || Date.now() - told.current < typingEvery) return;
    told.current = Date.now();
    onTyping();
  }

  return {
    text,
    isBlank: text.trim() === "",
    left: maxLength - text.length,
    /** The line, which leaves the field; undefined when there is none. */
    take(): string | undefined {
      const line = text.trim();
      field.current?.focus();
      if (line === "") return undefined;
      setText("");
      drafts.delete(draft);
      told.current = 0;
      caret.current = undefined;
      return line;
    },
    focus: () => field.current?.focus(),
    /** At the caret, as often as one likes: the field's focus is left with the panel. */
    insert(emoji: string) {
      const at = Math.min(caret.current ?? text.length, text.length);
      if (text.length + emoji.length > maxLength) return;
      type(text.slice(0, at) + emoji + text.slice(at));
      caret.current = at + emoji.length;
    },
    props: {
      ref: field,
      value: text,
      maxLength,
      onChange: ({ target }: ChangeEvent<Element>) => type(target.value),
      onFocus({ target }: { target: Element }) {
        const at = caret.current;
        if (at !== undefined) target.setSelectionRange(at, at);
      },
      onBlur({ target }: { target: Element }) {
        caret.current = target.selectionStart ?? undefined;
      },
    },
  };
}

function wordsOf(draft: object | undefined): string {
  const words: unknown = draft && Reflect.get(draft, "words");
  return typeof words === "string" ? words : "";
}
