import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { sessionKeys } from "@/session/api";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import GalleryPage from "./GalleryPage";
import { uploads } from "./onTheWay";
import { assetsPath, galleryOfNina, keepGallery, photoOfNina } from "./testing";
import { forgetUploads } from "./uploads";

afterEach(() => forgetUploads());

const picture = (name: string, size = 1000) =>
  new File([new Uint8Array(size)], name, { type: "image/jpeg" });

/** What waits at it goes on when it is opened. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Nina's page, and a server that answers each photo as told. */
async function open(answer: (name: string, n: number) => Response | Promise<Response>) {
  const kept = keepGallery(galleryOfNina({ photos: [] }));
  const sent: string[] = [];
  let [inFlight, most] = [0, 0];
  server.use(
    http.post(`${assetsPath}/photos`, async ({ request }) => {
      const form = await request.formData();
      const file = form.get("photo");
      const name = file instanceof File ? file.name : "";
      expect(form.get("galleryId")).toBe("g1");
      sent.push(name);
      most = Math.max(most, ++inFlight);
      const response = await answer(name, sent.length);
      inFlight--;
      return response;
    }),
  );
  const page = await render(<GalleryPage />, {
    session: people.nina,
    path: "/account/performer/galleries/g1",
    route: "/account/performer/galleries/$id",
    pages: ["/account/performer/galleries"],
    settings: { imageAccepted: ["jpg", "png"], photoMaxMB: 1 },
  });
  const input = await screen.findByLabelText(/^Add your photos/);
  const take = (name: string) => {
    const photo = photoOfNina(0, { _id: `of-${name}`, name });
    kept.add(photo);
    return HttpResponse.json({ data: photo });
  };
  return { ...page, ...kept, sent, input, take, most: () => most };
}

const refusal = (status: number, message: unknown, error = "") =>
  HttpResponse.json({ statusCode: status, message, error }, { status });

test("many are sent, three beside each other, and stand in the order in which they were chosen", async () => {
  const names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"];
  const [three, five] = [gate(), gate()];
  const page = await open(async (name, n) => {
    if (n === 3) three.open();
    if (n === 5) five.open();
    await (name === "a.jpg" ? five : three).opened; // the first arrives last
    return page.take(name);
  });
  await page.user.upload(
    page.input,
    names.map((name) => picture(name)),
  );
  await waitFor(() => expect(page.sent).toHaveLength(5));
  await waitFor(() => expect(page.now().photos?.map(({ name }) => name)).toEqual(names));
  expect(page.most()).toBe(3);
  expect(await screen.findAllByRole("button", { name: /^Move photo/ })).toHaveLength(5);
});

test("what the rules refuse is never sent, in the spec's words", async () => {
  const page = await open((name) => page.take(name));
  const careless = userEvent.setup({ applyAccept: false });
  await careless.upload(page.input, [
    picture("me.svg"),
    picture("large.jpg", 1024 * 1024),
    picture("good.png"),
  ]);
  const list = within(await screen.findByRole("alert"));
  expect(list.getByText(/You can only upload jpg, png file!/)).toBeTruthy();
  expect(list.getByText(/Image must smaller than 1MB!/)).toBeTruthy();
  await waitFor(() => expect(page.sent).toEqual(["good.png"]));
  await page.user.click(list.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/You can only upload/)).toBeNull();
});

test("what the server refuses says why and is not sent again", async () => {
  const message = [
    { property: "photo", constraints: { file: "You can only upload jpg, png file!" } },
  ];
  const page = await open(() => refusal(422, message));
  await page.user.upload(page.input, picture("text.jpg"));
  expect(await screen.findByText(/You can only upload jpg, png file!/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a full gallery refuses the rest at once", async () => {
  const full = "A gallery has at most 500 photos.";
  const page = await open(() => refusal(409, full, "photos_full"));
  await page.user.upload(
    page.input,
    ["1", "2", "3", "4", "5", "6"].map((n) => picture(`${n}.jpg`)),
  );
  await waitFor(() => expect(screen.getAllByText(new RegExp(full))).toHaveLength(6));
  expect(page.sent.length).toBeLessThan(6);
});

test("what the network loses waits for another try, by hand or when it is back", async () => {
  let isDown = true;
  const page = await open((name) => (isDown ? HttpResponse.error() : page.take(name)));
  await page.user.upload(page.input, [picture("a.jpg"), picture("b.jpg")]);
  expect(await screen.findByText("2 photos could not be sent")).toBeTruthy();
  await page.user.click(screen.getByRole("button", { name: "Send a.jpg again" }));
  await waitFor(() => expect(page.sent).toHaveLength(3));
  expect(await screen.findByText("2 photos could not be sent")).toBeTruthy();
  isDown = false;
  act(() => window.dispatchEvent(new Event("online")) && undefined);
  await waitFor(() => expect(page.now().photos).toHaveLength(2));
  await waitFor(() => expect(screen.queryByText(/could not be sent/)).toBeNull());
});

test("one can be cancelled on its way", async () => {
  const page = await open(async (name) => {
    await delay("infinite");
    return page.take(name);
  });
  await page.user.upload(page.input, picture("slow.jpg"));
  await page.user.click(await screen.findByRole("button", { name: "Cancel slow.jpg" }));
  expect(screen.queryByText("slow.jpg")).toBeNull();
  expect(uploads.getState().list).toEqual([]);
});

test("closing the tab is asked about while photos are on their way, and only then", async () => {
  const door = gate();
  const page = await open(async (name) => {
    await door.opened;
    return page.take(name);
  });
  const leaves = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return !event.defaultPrevented;
  };
  expect(leaves()).toBe(true);
  await page.user.upload(page.input, picture("a.jpg"));
  expect(leaves()).toBe(false);
  door.open();
  await waitFor(() => expect(page.now().photos).toHaveLength(1));
  await waitFor(() => expect(leaves()).toBe(true));
});

test("the queue goes on while its page is left, and a toast says how it ends", async () => {
  const door = gate();
  const page = await open(async (name) => {
    await door.opened;
    return page.take(name);
  });
  await page.user.upload(page.input, [picture("a.jpg"), picture("b.jpg")]);
  await page.user.click(screen.getByRole("link", { name: "All galleries" }));
  expect(await screen.findByText(/uploading 0 of 2 photos/)).toBeTruthy();
  door.open();
  expect(await screen.findByText(/all photos are uploaded/)).toBeTruthy();
  expect(page.now().photos).toHaveLength(2);
});

test("with the session the queue ends", async () => {
  const page = await open(async (name) => {
    await delay("infinite");
    return page.take(name);
  });
  await page.user.upload(page.input, picture("a.jpg"));
  expect(uploads.getState().list).toHaveLength(1);
  act(() => page.queries.setQueryData(sessionKeys.me, null));
  await waitFor(() => expect(uploads.getState().list).toEqual([]));
});

test("when the site asks to wait, the rest waits", async () => {
  const page = await open((name, n) =>
    n === 1
      ? HttpResponse.json(
          { statusCode: 429, message: "Too many." },
          { status: 429, headers: { "Retry-After": "1" } },
        )
      : page.take(name),
  );
  await page.user.upload(page.input, picture("a.jpg"));
  expect(await screen.findByText("The site takes the next ones in a moment")).toBeTruthy();
  await waitFor(() => expect(page.now().photos).toHaveLength(1), { timeout: 4000 });
});
