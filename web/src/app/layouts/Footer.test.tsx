import { screen } from "@testing-library/react";
import { render } from "@/testing/render";
import { Footer } from "./Footer";

test("the operator's links lead into the site, out of it, or open a tab", async () => {
  const link = { path: "/page/terms", internal: true, isOpenNewTab: false };
  await render(<Footer />, {
    pages: ["/page/$id", "/proof"],
    settings: {
      menus: [
        { ...link, title: "Terms" },
        { ...link, title: "Terms apart", isOpenNewTab: true },
        { title: "Elsewhere", path: "https://nova.example", internal: false, isOpenNewTab: false },
        { title: "Help", path: "https://help.example", internal: false, isOpenNewTab: true },
      ],
    },
  });
  const shown = (name: string) => {
    const found = screen.getByRole("link", { name });
    return [found.getAttribute("href"), found.getAttribute("target")];
  };
  expect(shown("Terms")).toEqual(["/page/terms", null]);
  expect(shown("Terms apart")).toEqual(["/page/terms", "_blank"]);
  expect(shown("Elsewhere")).toEqual(["https://nova.example", null]);
  expect(shown("Help")).toEqual(["https://help.example", "_blank"]);
});

test("the operator's own footer stands there", async () => {
  await render(<Footer />, { settings: { siteName: "Nova", footerContent: "<b>Nova Ltd.</b>" } });
  expect(screen.getByText("Nova Ltd.").tagName).toBe("B");
  expect(screen.queryByText(/©/)).toBeNull();
});

test("without one there is a copyright line with the site's name and the year", async () => {
  await render(<Footer />, { settings: { siteName: "Nova" } });
  expect(screen.getByText(`© Nova ${new Date().getFullYear()}`)).toBeTruthy();
});
