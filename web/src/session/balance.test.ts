import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { setRole } from "@/testing/role";
import { server } from "@/testing/server";
import { currentSession, sessionKeys, setBalance } from "./api";

const me = (balance: number) => HttpResponse.json({ data: { _id: "tom", role: "user", balance } });

test("a session that was read before the balance changed does not bring the old one back", async () => {
  setRole("user");
  const answers: (() => void)[] = [];
  let balance = 100;
  server.use(
    http.get("*/api/users/me", () => {
      const read = balance; // as it is when the call arrives
      return new Promise((resolve) => answers.push(() => resolve(me(read))));
    }),
  );
  const queries = new QueryClient();
  const seen = new QueryObserver(queries, currentSession());
  const leave = seen.subscribe(() => {});
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await vi.waitFor(() => expect(seen.getCurrentResult().data?.balance).toBe(100));

  queries.invalidateQueries(currentSession());
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  balance = 75;
  setBalance(queries, 75);
  expect(seen.getCurrentResult().data?.balance).toBe(75);
  answers[1]?.();
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  expect(seen.getCurrentResult().data?.balance).toBe(75);
  answers[2]?.();
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(seen.getCurrentResult().data?.balance).toBe(75);
  leave();
});

test("a balance never goes below 0", () => {
  const queries = new QueryClient();
  queries.setQueryData(sessionKeys.me, people.tom);
  setBalance(queries, -25);
  expect(queries.getQueryData(sessionKeys.me)).toMatchObject({ balance: 0 });
});
