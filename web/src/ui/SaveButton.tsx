import { Button } from "@/ui/Button";

/** The end of a part of the profile. */
export function SaveButton({ pending }: { pending: boolean }) {
  return (
    <Button type="submit" variant="brand" className="justify-self-end" pending={pending}>
      Save
    </Button>
  );
}
