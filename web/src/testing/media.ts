/** The test's page answers media queries by this rule. */
export function answerMedia(matches: (query: string) => boolean) {
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: matches(query),
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
}
