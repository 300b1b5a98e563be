/** A file of the app that is fetched when it is first asked for; `here` is what it holds, once it has come. */
export function fetchedOnce<File>(load: () => Promise<File>) {
  let here: File | undefined;
  let coming: Promise<File> | undefined;
  function fetch(): Promise<File> {
    coming ??= load().then(
      (file) => {
        here = file;
        return file;
      },
      (error: unknown) => {
        coming = undefined; // whoever asks next tries again
        throw error;
      },
    );
    return coming;
  }
  return {
    fetch,
    get here() {
      return here;
    },
  };
}
