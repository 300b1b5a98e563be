import { paths } from "@/app/paths";
import { Link } from "@/ui/Link";

/** A tag; it leads to everybody who has it. */
export function TagLink({ tag }: { tag: string }) {
  return (
    <Link
      href={`${paths.cams()}?tags=${encodeURIComponent(tag)}`}
      className="inline-flex h-8 items-center rounded-full max-lg:h-11 bg-s2 px-3 text-caption text-fg2 transition-colors hover:bg-s3 hover:text-fg"
    >
      #{tag}
    </Link>
  );
}
