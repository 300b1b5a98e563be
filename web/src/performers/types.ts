/** What a performer is doing now (behaviours.md, Presence). */
export type StreamingStatus = "offline" | "public" | "private" | "group" | "away";

/** A performer as lists show her. Images are addresses, empty when there is none; times ISO 8601; prices in tokens. */
export type Performer = {
  _id: string;
  username: string;
  name: string;
  avatar: string;
  cardImage: string;
  headline: string;
  gender: string;
  country: string;
  languages: string[];
  tags: string[];
  verified: boolean;
  vip: boolean;
  isFavorite: boolean;
  streamingStatus: StreamingStatus;
  isOnline: boolean;
  viewers: number;
  liveSince?: string;
  snapshot: string;
  privatePrice: number;
  groupPrice: number;
  createdAt: string;
};

/** A performer as her own page shows her. */
export type Profile = Performer & {
  aboutMe: string;
  age: number;
  wideImage: string;
  welcomeMessage: string;
  timezone: string;
  height: string;
  weight: string;
  hair: string;
  eyes: string;
  ethnicity: string;
  bodyType: string;
  sexualPreference: string;
  categories: { _id: string; name: string; slug: string }[];
  relatedPerformers: Performer[];
};

const statuses: readonly StreamingStatus[] = ["offline", "public", "private", "group", "away"];

/** Reads a status from the wire; one this client does not know counts as offline. */
export function statusOf(text: string): StreamingStatus {
  return statuses.find((status) => status === text) ?? "offline";
}

export const genders: Readonly<Record<string, string>> = {
  female: "Female",
  male: "Male",
  transgender: "Transgender",
  couple: "Couple",
};
