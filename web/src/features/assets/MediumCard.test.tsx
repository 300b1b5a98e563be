import { act, screen, within } from "@testing-library/react";
import { Film } from "lucide-react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Send } from "@/uploads/send";
import { MediumCard } from "./MediumCard";
import { answerUploads, assetsPath, videoOfNina } from "./testing";

const line = vi.hoisted((): { send: Send; removed: string[] } => ({
  send: () => () => {},
  removed: [],
}));
vi.mock("@/uploads/send", () => ({
  tusSender: () => ({
    send: ((...order) => line.send(...order)) satisfies Send,
    remove: async (address: string) => void line.removed.push(address),
  }),
}));

/** Nina's video, for which a file arrives at a word; the site answers it when the test says so. Each owner has a queue. */
async function open(owner: string, answer: Promise<Response>) {
  answerUploads();
  line.removed.length = 0;
  server.use(http.put(`${assetsPath}/videos/v1`, () => answer));
  let arrive = () => {};
  let sent = 0;
  line.send = (_, heard) => {
    heard.onAddress(`/api/uploads/u${++sent}`);
    arrive = heard.onDone;
    return () => {};
  };
  const asset = videoOfNina();
  const card = <MediumCard asset={asset} purpose="video" icon={Film} title="Video" about="" />;
  const { user } = await render(card, { session: { ...people.nina, _id: owner } });
  const give = async (name: string) =>
    user.upload(await screen.findByLabelText(/^Add the video/), new File(["abc"], name));
  return { user, give, arrive: () => act(() => arrive()) };
}

test("hours of upload that were refused for another reason than the file are asked about", async () => {
  let refuse = (_: Response) => {};
  const { user, give, arrive } = await open(
    "asked",
    new Promise((resolve) => {
      refuse = resolve;
    }),
  );
  await give("sea.mp4");
  await screen.findByRole("button", { name: "Cancel sea.mp4" });
  arrive();
  // It becomes part of the video, which nothing takes back.
  expect(await screen.findByText(/· uploaded$/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /(Cancel|Hide) sea.mp4/ })).toBeNull();

  const message = "Your identity documents must be verified first.";
  refuse(HttpResponse.json({ statusCode: 409, message, error: "not_verified" }, { status: 409 }));
  const card = within(
    (await screen.findByText("sea.mp4 was not taken")).closest("[role=alert]") ?? document.body,
  );
  await user.click(card.getByRole("button", { name: "Discard" }));
  const question = within(await screen.findByRole("dialog", { name: "Discard sea.mp4?" }));
  await user.click(question.getByRole("button", { name: "Cancel" }));

  await give("calm.mp4");
  expect(await screen.findByRole("button", { name: "Cancel calm.mp4" })).toBeTruthy();
  expect(screen.getByText("sea.mp4 was not taken")).toBeTruthy();
  expect(line.removed).toEqual([]);
});

test("a file that is of no use goes when another is chosen", async () => {
  const message = "This file is not what its name says.";
  const { give, arrive } = await open(
    "unfit",
    Promise.resolve(HttpResponse.json({ statusCode: 422, message }, { status: 422 })),
  );
  await give("text.mp4");
  await screen.findByRole("button", { name: "Cancel text.mp4" });
  arrive();
  await screen.findByText("text.mp4 was not taken");
  await give("calm.mp4");
  await vi.waitFor(() => expect(line.removed).toEqual(["/api/uploads/u1"]));
});
