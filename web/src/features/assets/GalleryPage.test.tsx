import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { Session } from "@/session/api";
import type { OwnAsset } from "@/store/own";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import GalleryPage from "./GalleryPage";
import { removals } from "./removals";
import { galleryOfNina, keepGallery, photoOfNina } from "./testing";
import { forgetUploads } from "./uploads";

afterEach(() => {
  forgetUploads();
  removals.setState([], true);
  sessionStorage.clear();
});

async function open(changes: Partial<OwnAsset> = {}, session: Session = people.nina) {
  const kept = keepGallery(galleryOfNina(changes));
  const page = await render(<GalleryPage />, {
    session,
    path: "/account/performer/galleries/g1",
    route: "/account/performer/galleries/$id",
    pages: ["/account/performer/galleries", "/account/performer/account-settings"],
  });
  await screen.findByRole("heading", { name: galleryOfNina(changes).title });
  return { ...page, ...kept };
}

const handles = () =>
  within(screen.getByRole("list", { name: "Photos" })).getAllByRole("button", { name: /^Move/ });
const order = () =>
  [...document.querySelectorAll<HTMLElement>("[data-reorder]")].map((one) => one.dataset.reorder);
const title = () => screen.getByLabelText(/^Title/);

test("the details are checked, saved, and what is refused keeps what was typed", async () => {
  const { user, calls } = await open();
  await user.clear(title());
  const price = screen.getByLabelText(/^Price/);
  for (const [wrong, said] of [
    ["0", "Must be between 1 and 10000"],
    ["2.5", "Must be a whole number of tokens"],
    ["ten", "Not a validate number!"],
  ] as const) {
    await user.clear(price);
    await user.type(price, wrong);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(said)).toBeTruthy();
  }
  expect(screen.getByText("This field is required!")).toBeTruthy();
  expect(calls).toEqual([]);
  await user.type(title(), "By the sea");
  await user.clear(price);
  await user.type(price, "30");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(calls).toEqual([
    {
      put: {
        title: "By the sea",
        description: "Sun and salt.",
        price: 30,
        tags: ["beach"],
        categoryIds: ["c1"],
        publishAt: "",
      },
    },
  ]);
});

test("what is typed is saved also when the gallery has gone on sale meanwhile", async () => {
  const { user, calls } = await open({ status: "inactive", publishAt: "2099-01-01T12:00:00Z" });
  await user.type(screen.getByLabelText(/^Description/), " And wind.");
  await user.click(screen.getByRole("button", { name: "Put on sale now" }));
  expect(await screen.findByText("On sale")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(calls).toContainEqual({
    put: expect.objectContaining({ description: "Sun and salt. And wind.", publishAt: "" }),
  });
});

test("what was typed is there again after the page was left or loaded anew", async () => {
  const { user, unmount } = await open();
  await user.clear(title());
  await user.type(title(), "Half a title");
  unmount();
  await open();
  expect(await screen.findByDisplayValue("Half a title")).toBeTruthy();
  expect(screen.getByText("Not saved yet")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(title()).toHaveProperty("value", "A day at the beach");
});

test("a time of one's own must be to come, and is sent as an instant", async () => {
  const { user, calls } = await open();
  await user.click(screen.getByRole("switch", { name: /Put on sale at a time of my own/ }));
  const at = screen.getByLabelText(/^On sale from/);
  fireEvent.change(at, { target: { value: "2020-01-01T10:00" } });
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Must be a time to come")).toBeTruthy();
  fireEvent.change(at, { target: { value: "2099-12-24T18:30" } });
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(calls).toEqual([
    { put: expect.objectContaining({ publishAt: new Date("2099-12-24T18:30").toISOString() }) },
  ]);
});

test("photos are put into another order by keyboard, and put back by Escape", async () => {
  const { user, calls } = await open();
  handles()[0]?.focus();
  await user.keyboard(" {ArrowRight}{ArrowRight}");
  expect(order()).toEqual(["p2", "p3", "p1"]);
  expect(screen.getByText("Place 3 of 3.")).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(order()).toEqual(["p1", "p2", "p3"]);
  expect(calls).toEqual([]);
  handles()[2]?.focus();
  await user.keyboard(" {Home} ");
  expect(order()).toEqual(["p3", "p1", "p2"]);
  await waitFor(() => expect(calls).toEqual([{ put: { photoIds: ["p3", "p1", "p2"] } }]));
});

test("another cover is chosen, and on sale that is asked first", async () => {
  const { user, calls, unmount } = await open();
  await user.click(screen.getByRole("button", { name: "More for photo 2" }));
  await user.click(screen.getByRole("menuitem", { name: "Use as cover" }));
  await waitFor(() => expect(calls).toEqual([{ put: { coverId: "p2" } }]));
  unmount();

  const onSale = await open({ status: "active", publishedAt: "2026-11-02T20:00:00Z" });
  await user.click(screen.getByRole("button", { name: "More for photo 3" }));
  await user.click(screen.getByRole("menuitem", { name: "Use as cover" }));
  const question = within(await screen.findByRole("dialog", { name: "Use another cover?" }));
  expect(onSale.calls).toEqual([]);
  await user.click(question.getByRole("button", { name: "Use as cover" }));
  await waitFor(() => expect(onSale.calls).toEqual([{ put: { coverId: "p3" } }]));
});

test("a deleted photo can be taken back, and is deleted before the gallery is submitted", async () => {
  const { user, calls } = await open();
  await user.click(screen.getByRole("button", { name: "More for photo 2" }));
  await user.click(screen.getByRole("menuitem", { name: "Delete" }));
  expect(order()).toEqual(["p1", "p3"]);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(order()).toEqual(["p1", "p2", "p3"]);
  expect(calls).toEqual([]);

  handles()[1]?.focus();
  await user.keyboard("{Delete}");
  expect(order()).toEqual(["p1", "p3"]);
  await user.click(screen.getByRole("button", { name: "Submit for review" }));
  await screen.findByRole("dialog", { name: /^Submit/ });
  expect(calls).toEqual(["delete p2"]);
});

test("the only photo of what was submitted stays", async () => {
  const { user, calls } = await open({ status: "active", photos: [photoOfNina(1)] });
  await user.click(screen.getByRole("button", { name: "More for photo 1" }));
  await user.click(screen.getByRole("menuitem", { name: "Delete" }));
  expect(await screen.findByText(/This is the gallery's only photo/)).toBeTruthy();
  expect(order()).toEqual(["p1"]);
  expect(calls).toEqual([]);
});

test("nothing is submitted before everything is confirmed; what is typed is saved first", async () => {
  const { user, calls } = await open();
  await user.clear(title());
  await user.type(title(), "By the sea");
  await user.click(screen.getByRole("button", { name: "Submit for review" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Submit 3 photos" }));
  const confirm = dialog.getByRole("button", { name: "Confirm and submit" });
  await user.click(confirm);
  expect(await dialog.findAllByText("This field is required!")).toHaveLength(5);
  await user.click(dialog.getByRole("radio", { name: "Other people too" }));
  await user.type(dialog.getByLabelText(/^Their full names/), "Mia Rook\n\n  Leo Hart ");
  for (const box of dialog.getAllByRole("checkbox")) await user.click(box);
  await user.click(confirm);
  expect(await screen.findByText(/Submitted. You are told/)).toBeTruthy();
  expect(calls).toEqual([
    { put: expect.objectContaining({ title: "By the sea" }) },
    {
      submit: {
        consents: {
          onlyMe: false,
          others: ["Mia Rook", "Leo Hart"],
          adults: true,
          depicted: true,
          published: true,
          downloadable: true,
        },
      },
    },
  ]);
  expect(screen.getByText("In review", { selector: "p" })).toBeTruthy();
});

test("an empty gallery says what is missing and cannot be submitted", async () => {
  await open({ photos: [] }, people.vera);
  expect(screen.getByText("Add at least one photo")).toBeTruthy();
  expect(screen.getByText("Your identity is not verified yet")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Submit for review" })).toHaveProperty(
    "disabled",
    true,
  );
});

test.each<[Partial<OwnAsset>, string, RegExp, string | undefined]>([
  [{ status: "rejected", rejectReason: "Too dark." }, "Rejected", /Too dark/, "Submit for review"],
  [
    { status: "rejected", rejectReason: "A complaint", isTakenDown: true },
    "Taken down by the site",
    /A complaint\. Nobody/,
    undefined,
  ],
  [{ status: "pending", numUndeclared: 0 }, "In review", /You are told/, undefined],
  [
    { status: "pending", numUndeclared: 2 },
    "Not submitted yet",
    /2 new photos/,
    "Submit for review",
  ],
  [{ status: "inactive" }, "Off sale", /whenever you like/, "Put on sale"],
  [
    { status: "inactive", publishAt: "2099-01-01T12:00:00Z" },
    "Approved and scheduled",
    /1 Jan 2099/,
    "Put on sale now",
  ],
  [{ status: "active" }, "On sale", /Members can buy it/, "Take off sale"],
])("%o says where it stands and the next step", async (changes, state, said, step) => {
  await open(changes);
  const banner = within(screen.getByRole("region", { name: "State" }));
  expect(banner.getByText(state)).toBeTruthy();
  expect(banner.getByText(said)).toBeTruthy();
  expect(banner.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(
    step ? [step] : [],
  );
});

test("what is taken down can be looked at, and nothing of it is offered to be changed", async () => {
  await open({ status: "rejected", rejectReason: "A complaint", isTakenDown: true });
  const photos = within(await screen.findByRole("list", { name: "Photos" }));
  expect(photos.getAllByRole("img")).toHaveLength(3);
  expect(screen.getByText("Sun and salt.")).toBeTruthy();
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.queryAllByRole("textbox")).toEqual([]);
});

test("it is deleted after a question, which says what buyers keep", async () => {
  const { user, calls, router } = await open({ sold: 2, earned: 40 });
  await user.click(screen.getByRole("button", { name: "Delete this gallery" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete this gallery?" }));
  expect(question.getByText(/2 buyers keep what they bought/)).toBeTruthy();
  await user.click(question.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/account/performer/galleries"));
  expect(calls).toEqual(["delete gallery"]);
});
