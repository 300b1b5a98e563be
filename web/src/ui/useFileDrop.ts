import { type DragEvent, useEffect, useRef, useState } from "react";

const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes("Files") ?? false;

/** Files that are dropped on an element: `over` while they are held above it. */
export function useFileDrop(onFiles: (files: File[]) => void, disabled = false) {
  const [over, setOver] = useState(false);
  const inside = useRef(0); // elements that the pointer has entered, and not left
  useNoStrayDrops();

  function moved(by: number) {
    inside.current = Math.max(0, inside.current + by);
    setOver(inside.current > 0 && !disabled);
  }

  const handlers = {
    onDragEnter: (event: DragEvent) => hasFiles(event) && moved(1),
    onDragLeave: (event: DragEvent) => hasFiles(event) && moved(-1),
    onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      inside.current = 0;
      setOver(false);
      const files = [...event.dataTransfer.files];
      if (!disabled && files.length > 0) onFiles(files);
    },
  };
  return { over, handlers };
}

/** Files dropped beside the place for them would replace the page. */
function useNoStrayDrops() {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    window.addEventListener("dragover", refuse);
    window.addEventListener("drop", refuse);
    return () => {
      window.removeEventListener("dragover", refuse);
      window.removeEventListener("drop", refuse);
    };
  }, []);
}
