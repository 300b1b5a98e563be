import { useQueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { ApiError } from "@/api/errors";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Send } from "@/uploads/send";
import { useUploads } from "@/uploads/useUploads";
import { sendFor } from "./largeFiles";
import { RowProgress } from "./RowProgress";
import { answerUploads, assetsPath, videoOfNina } from "./testing";

const line = vi.hoisted((): { send: Send } => ({ send: () => () => {} }));
vi.mock("@/uploads/send", () => ({
  tusSender: () => ({
    send: ((...order) => line.send(...order)) satisfies Send,
    remove: async () => {},
  }),
}));

afterEach(() => localStorage.clear());

function Row({ id }: { id: string }) {
  const queries = useQueryClient();
  const queue = useUploads();
  const target = videoOfNina({ _id: id });
  const file = new File(["abc"], "sea.mp4");
  return (
    <>
      <button
        type="button"
        onClick={() => sendFor(queue, { target, purpose: "video", file, queries })}
      >
        Send
      </button>
      <RowProgress asset={target} />
    </>
  );
}

async function send(id: string) {
  answerUploads();
  const { user } = await render(<Row id={id} />, { session: people.nina });
  await user.click(screen.getByRole("button", { name: "Send" }));
}

test("what there is no room for says so in its row", async () => {
  const message = "Your drafts may take 5MB, and they take 4MB.";
  line.send = (_, heard) => {
    heard.onFailed(new ApiError(409, message, { code: "drafts_full" }));
    return () => {};
  };
  await send("v1");
  expect(await screen.findByText(`sea.mp4: ${message}`)).toBeTruthy();
});

test("what its video could not take is told wherever its performer is, and in its row", async () => {
  const message = "This file is no video.";
  line.send = (_, heard) => {
    heard.onAddress("/api/uploads/u1");
    heard.onDone();
    return () => {};
  };
  server.use(
    http.put(`${assetsPath}/videos/v2`, () =>
      HttpResponse.json({ statusCode: 422, message }, { status: 422 }),
    ),
  );
  await send("v2");
  expect(await screen.findByText(`“At sea”: sea.mp4 was not taken. ${message}`)).toBeTruthy();
  expect(await screen.findByText(`sea.mp4: ${message}`)).toBeTruthy();
  expect(screen.queryByText(/· uploaded/)).toBeNull();
});
