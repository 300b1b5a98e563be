import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import type { Message } from "@/realtime/events";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { toast } from "@/ui/toast";
import { frameOf } from "./frame";
import MessagesPage from "./MessagesPage";
import { forgetPhoto, outgoing } from "./outgoing";
import { conversationsAre, line, talk } from "./testing";

// Nothing has a height here, so it would draw no line.
vi.mock("virtua", () => ({ Virtualizer: ({ children }: { children: ReactNode }) => children }));

afterEach(() => {
  for (const id of outgoing.getState().keys()) forgetPhoto(id);
});

const picture = (name: string, size = 1000) =>
  new File([new Uint8Array(size)], name, { type: "image/jpeg" });
const photo = { width: 800, height: 600, blurhash: "", colour: "#123456" };
const shown = { ...photo, card: "/c.webp", page: "/p.webp", full: "/f.webp" };
const thread = () => within(screen.getByRole("log"));

/** Tom's conversation with somebody, and a server that answers each photo as told. */
async function open(name: string, answer: (n: number) => Promise<Response | undefined>) {
  const seen = conversationsAre([talk(name)], [line(1, name, { conversationId: `c-${name}` })]);
  const sent: { file: string; clientId: string }[] = [];
  server.use(
    http.post("*/api/messages/private/file", async ({ request }) => {
      const form = await request.formData();
      const [file, clientId] = [form.get("file"), String(form.get("clientId"))];
      expect(form.get("conversationId")).toBe(`c-${name}`);
      sent.push({ file: file instanceof File ? file.name : "", clientId });
      const refusal = await answer(sent.length);
      if (refusal) return refusal;
      const said = { conversationId: `c-${name}`, type: "photo", text: "", clientId } as const;
      const message: Message = line(100 + sent.length, "tom", { ...said, photo: shown });
      return HttpResponse.json({ data: message });
    }),
  );
  const path = paths.messages({ toSource: "performer", toId: name });
  const settings = { imageAccepted: ["jpg", "png"], photoMaxMB: 1 };
  await render(<MessagesPage />, {
    session: people.tom,
    path,
    pages: ["/room/$username"],
    settings,
  });
  await screen.findByText("line 1");
  const user = userEvent.setup({ applyAccept: false });
  return { user, sent, said: seen.said, input: screen.getByLabelText("Photos") };
}

test("chosen photos wait beside the field, and are sent before the text", async () => {
  const page = await open("nina", async () => undefined);
  await page.user.upload(page.input, [picture("a.jpg"), picture("b.jpg")]);
  const chosen = within(await screen.findByRole("list", { name: "Photos to send" }));
  expect(chosen.getAllByRole("img").map((one) => one.getAttribute("alt"))).toEqual([
    "a.jpg",
    "b.jpg",
  ]);
  await page.user.type(screen.getByLabelText("Message"), "two of them{Enter}");
  await waitFor(() => expect(page.said).toHaveLength(1));
  expect(page.sent.map(({ file }) => file)).toEqual(["a.jpg", "b.jpg"]);
  expect(screen.queryByRole("list", { name: "Photos to send" })).toBeNull();
  expect(await thread().findAllByRole("button", { name: /^Open the photo of tom/ })).toHaveLength(
    2,
  );
});

test("what the rules refuse is never sent, in the spec's words", async () => {
  const refused = vi.spyOn(toast, "error").mockResolvedValue();
  const page = await open("vera", async () => undefined);
  await page.user.upload(page.input, picture("me.svg"));
  await waitFor(() => expect(refused).toHaveBeenCalledWith("You can only upload jpg, png file!"));
  await page.user.upload(page.input, picture("large.jpg", 1024 * 1024));
  await waitFor(() => expect(refused).toHaveBeenCalledWith("Image must smaller than 1MB!"));
  expect(outgoing.getState().size).toBe(0);
  refused.mockRestore();
});

test("one that fails stays, is sent again as the same line, or is discarded", async () => {
  const lost = HttpResponse.json({ statusCode: 422, message: "Broken." }, { status: 422 });
  const page = await open("ivy", async (n) => (n === 1 ? lost : undefined));
  await page.user.upload(page.input, picture("a.jpg"));
  await screen.findByRole("list", { name: "Photos to send" });
  await page.user.click(screen.getByRole("button", { name: "Send message" }));
  expect((await thread().findByRole("alert")).textContent).toContain("Broken.");
  expect(thread().getByRole("img", { name: /^Photo of tom/ })).toBeTruthy();
  await page.user.click(thread().getByRole("button", { name: "Retry" }));
  expect(await thread().findByRole("button", { name: /^Open the photo of tom/ })).toBeTruthy();
  expect(page.sent[1]).toEqual(page.sent[0]);
});

test("one that is on its way can be stopped, and the lines after it go on", async () => {
  const page = await open("mia", async () => {
    await delay("infinite");
    return undefined;
  });
  await page.user.upload(page.input, picture("a.jpg"));
  await screen.findByRole("list", { name: "Photos to send" });
  await page.user.type(screen.getByLabelText("Message"), "after it{Enter}");
  await page.user.click(await thread().findByRole("button", { name: "Do not send this photo" }));
  await waitFor(() => expect(page.said).toHaveLength(1));
  expect(thread().queryByRole("img", { name: /^Photo of tom/ })).toBeNull();
});

test("a photo is pasted, and a text that brings its picture along is a text", async () => {
  const page = await open("zoe", async () => undefined);
  const field = screen.getByLabelText("Message");
  const clipboardData = { files: [picture("image.png")], types: ["text/plain", "Files"] };
  fireEvent.paste(field, { clipboardData });
  expect(screen.queryByRole("list", { name: "Photos to send" })).toBeNull();
  fireEvent.paste(field, { clipboardData: { ...clipboardData, types: ["Files"] } });
  const chosen = within(await screen.findByRole("list", { name: "Photos to send" }));
  await page.user.click(chosen.getByRole("button", { name: "Remove photo 1" }));
  expect(screen.queryByRole("list", { name: "Photos to send" })).toBeNull();
});

test("a photo has its place before it is here, and in the list and in quotes it is a word", async () => {
  expect(frameOf({ width: 800, height: 600 })).toEqual({ width: 320, aspectRatio: 4 / 3 });
  expect(frameOf({ width: 100, height: 900 })).toEqual({ width: 204, aspectRatio: 0.6 });
  const replyTo = {
    _id: "m000001",
    type: "photo",
    username: "eva",
    text: "",
    isDeleted: false,
  } as const;
  conversationsAre(
    [talk("eva", { lastMessage: "", lastMessageType: "photo" })],
    [
      line(1, "eva", { conversationId: "c-eva", type: "photo", text: "", photo: shown }),
      line(2, "tom", { conversationId: "c-eva", replyTo }),
    ],
  );
  const path = paths.messages({ toSource: "performer", toId: "eva" });
  await render(<MessagesPage />, { session: people.tom, path, pages: ["/room/$username"] });
  const there = await screen.findByRole("button", { name: /^Open the photo of eva/ });
  expect(there.style.aspectRatio).toContain("1.333");
  expect(thread().getByRole("button", { name: /^eva\s*Photo$/ })).toBeTruthy();
  const list = within(screen.getByRole("list", { name: "Conversations" }));
  expect(list.getByRole("link").textContent).toContain("Photo");
});
