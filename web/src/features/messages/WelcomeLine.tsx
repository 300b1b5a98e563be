import { useQuery } from "@tanstack/react-query";
import { performerProfile } from "@/performers/api";

/** What a performer says to a member who has not written to her yet. */
export function WelcomeLine({ username, name }: { username: string; name: string }) {
  const { data } = useQuery(performerProfile(username));
  if (!data?.welcomeMessage) return null;
  return (
    <p className="mx-4 mb-2 max-h-32 shrink-0 overflow-y-auto rounded-md border border-line bg-s2 px-3 py-2.5 text-label leading-5 [overflow-wrap:anywhere] lg:mx-5">
      <b className="font-semibold">{name}</b> {data.welcomeMessage}
    </p>
  );
}
