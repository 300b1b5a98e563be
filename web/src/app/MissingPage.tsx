import { NotFoundPage } from "./NotFoundPage";

/** The page at /404, which is the same as that of an unknown address. */
export default function MissingPage() {
  return <NotFoundPage />;
}
