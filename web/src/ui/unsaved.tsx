import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useState,
} from "react";
import { createStore } from "zustand/vanilla";

type Note = (id: string, unsaved: boolean) => void;

/** Everything on the page that would be lost, by the id of who says so. */
export const unsavedOnPage = createStore<readonly string[]>(() => []);

const notePage: Note = (id, unsaved) => {
  const others = unsavedOnPage.getState().filter((one) => one !== id);
  unsavedOnPage.setState(unsaved ? [...others, id] : others, true);
};

const Scope = createContext<Note>(notePage);

/** Tells the dialog or the page around that something typed here would be lost; answers by which id. */
export function useUnsaved(unsaved: boolean): string {
  const note = useContext(Scope);
  const id = useId();
  useEffect(() => {
    note(id, unsaved);
    return () => note(id, false);
  }, [note, id, unsaved]);
  return id;
}

/** Whether something inside `UnsavedScope`, such as a dialog, would be lost. The page around is told, too. */
export function useUnsavedInside() {
  const [inside, setInside] = useState<ReadonlySet<string>>(new Set());
  const note = useCallback<Note>((id, unsaved) => {
    setInside((before) => {
      if (before.has(id) === unsaved) return before;
      const next = new Set(before);
      if (unsaved) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const unsaved = inside.size > 0;
  return { unsaved, note };
}

export function UnsavedScope({ note, children }: { note: Note; children: ReactNode }) {
  return <Scope value={note}>{children}</Scope>;
}
