import type { Me, Show } from "./api";

const address = { url: "wss://stage", token: "t" };

/** Nina's show as the server tells it. */
export function show(changes: Partial<Show> = {}): Show {
  return {
    sessionId: "s1",
    performerId: "nina",
    type: "public",
    status: "starting",
    title: "Piano",
    conversation: "c1",
    viewers: 0,
    publish: { webrtc: address, whip: address },
    ...changes,
  };
}

/** Nina, who may go live. */
export const nina: Me = {
  _id: "nina",
  aboutMe: "",
  availability: "available",
  avatar: "",
  balance: 0,
  bodyType: "",
  broadcast: {
    maxParticipants: 10,
    minParticipants: 1,
    peekIn: { enabled: false, price: 0, seconds: 0 },
    record: false,
    whoMayAsk: "everyone",
  },
  cardImage: "",
  categories: [],
  categoryIds: [],
  country: "",
  createdAt: "2026-01-01T00:00:00Z",
  dateOfBirth: "1990-01-01",
  email: "nina@example.com",
  emailVerified: true,
  ethnicity: "",
  exclusivePrice: 0,
  eyes: "",
  gender: "female",
  groupPrice: 0,
  hair: "",
  headline: "Evening songs",
  height: "",
  isOnline: false,
  isPerformer: true,
  languages: [],
  minMinutes: 1,
  name: "Nina Vale",
  privatePrice: 0,
  role: "performer",
  sexualPreference: "",
  snapshot: "",
  status: "active",
  streamingStatus: "offline",
  tags: [],
  timezone: "",
  username: "nina",
  verification: "verified",
  verified: true,
  viewers: 0,
  views: 0,
  vip: false,
  weight: "",
  welcomeMessage: "",
  wheelPrice: 0,
  wideImage: "",
};
