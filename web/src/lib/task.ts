/**
 * Work of which only the newest run counts: `begin` and `end` make all older runs come to nothing. A run
 * asks after each wait whether it still counts, by what `begin` gave it, or `join` while it was on.
 */
export function createTask() {
  let run = 0;

  function join() {
    const mine = run;
    return () => mine === run;
  }

  function end() {
    run++;
  }

  function begin() {
    end();
    return join();
  }

  return { begin, join, end };
}
