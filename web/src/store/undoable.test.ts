import { renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { forgetUndoable, noteUndoable, useUndoable } from "./undoable";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const minute = 60_000;

function undoable(id: string) {
  const { result, unmount } = renderHook(() => useUndoable("gallery", id));
  unmount();
  return result.current;
}

it("what was opened is not undoable again by an answer that was under way", () => {
  const until = Date.now() + minute;
  noteUndoable("gallery", "g1", { purchaseId: "p1", until });
  expect(undoable("g1")).toBeDefined();
  forgetUndoable("gallery", "g1");
  noteUndoable("gallery", "g1", { purchaseId: "p1", until });
  expect(undoable("g1")).toBeUndefined();
});

it("what was undone and is bought again can be undone again", () => {
  noteUndoable("gallery", "g2", { purchaseId: "p1", until: Date.now() + minute });
  vi.advanceTimersByTime(2_000);
  forgetUndoable("gallery", "g2");
  noteUndoable("gallery", "g2", { purchaseId: "p2", until: Date.now() + minute });
  expect(undoable("g2")?.purchaseId).toBe("p2");
});

it("ends with its minute", () => {
  noteUndoable("gallery", "g3", { purchaseId: "p1", until: Date.now() + minute });
  vi.advanceTimersByTime(minute);
  expect(undoable("g3")).toBeUndefined();
});
