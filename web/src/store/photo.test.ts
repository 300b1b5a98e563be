import { photoAddress, photoSources } from "./photo";

const photo = { _id: "p1", width: 3000, height: 4000, colour: "#336699" };

test("a photo comes in the widths that the server keeps, by its longer side", () => {
  expect(photoSources(photo)).toEqual({
    src: "/files/photos/p1/card.webp",
    srcSet:
      "/files/photos/p1/card.webp 360w, /files/photos/p1/page.webp 960w, /files/photos/p1/full.webp 1920w",
  });
});

test("what is no larger in a larger size is not offered twice", () => {
  expect(photoSources({ ...photo, width: 400, height: 300 }).srcSet).toBe(
    "/files/photos/p1/card.webp 400w",
  );
  expect(photoSources({ ...photo, width: 0, height: 0 }).srcSet).toBe(
    "/files/photos/p1/card.webp 1w",
  );
});

test("an id cannot lead elsewhere", () => {
  expect(photoAddress("../x", "blur")).toBe("/files/photos/..%2Fx/blur.webp");
});
