import { createTask } from "./task";

test("a run counts until the next begins or the task ends", () => {
  const task = createTask();
  const first = task.begin();
  const part = task.join();
  expect([first(), part()]).toEqual([true, true]);
  const second = task.begin();
  expect([first(), part(), second()]).toEqual([false, false, true]);
  task.end();
  expect([second(), task.join()()]).toEqual([false, true]);
});
