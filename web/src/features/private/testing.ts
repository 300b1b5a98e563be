import type { Receipt } from "@/shows/api";
import type { Quote, Request, Show } from "./api";

const address = { url: "wss://stage", token: "t" };
const play = { webrtc: address, prefer: "webrtc" } as const;
const publish = { webrtc: address, whip: address };

export const tomCard = { _id: "tom", username: "tom", name: "tom", avatar: "" };
export const ninaCard = { _id: "nina", username: "nina", name: "Nina Vale", avatar: "" };

/** Tom's private show with Nina, at 30 tokens a minute. */
export function show(changes: Partial<Show> = {}): Show {
  return {
    sessionId: "s1",
    performerId: "nina",
    type: "private",
    status: "live",
    title: "",
    conversation: "c9",
    viewers: 0,
    memberId: "tom",
    member: tomCard,
    performer: ninaCard,
    camera: "none",
    price: 30,
    startedAt: new Date(Date.now() - 65_000).toISOString(),
    ...changes,
  };
}

/** As Tom gets it, who watches without a camera. */
export function memberShow(changes: Partial<Show> = {}): Show {
  return show({
    play,
    meter: {
      status: "running",
      minutes: 2,
      spent: 60,
      balance: 400,
      secondsLeft: 900,
      freeSecondsLeft: 0,
      price: 30,
    },
    ...changes,
  });
}

/** As Nina gets it, who sends from this page. */
export const performerShow = (changes: Partial<Show> = {}): Show => show({ publish, ...changes });

export function quote(changes: Partial<Quote> = {}): Quote {
  return {
    price: 30,
    exclusivePrice: 40,
    minMinutes: 1,
    freeSeconds: 15,
    peekIn: true,
    record: false,
    balance: 100,
    minutesAffordable: 3,
    missing: 0,
    accepting: true,
    policyVersion: 1,
    ...changes,
  };
}

export function request(changes: Partial<Request> = {}): Request {
  return {
    id: "s1",
    conversationId: "c9",
    user: { ...tomCard, balance: 100 },
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 119_000).toISOString(),
    price: 30,
    minMinutes: 1,
    exclusive: false,
    camera: "video",
    ...changes,
  };
}

export function receipt(changes: Partial<Receipt> = {}): Receipt {
  return {
    showId: "s1",
    type: "private",
    performer: ninaCard,
    startedAt: "2026-11-02T12:00:00Z",
    endedAt: "2026-11-02T12:02:10Z",
    seconds: 130,
    minutes: 2,
    price: 30,
    gross: 60,
    refund: 0,
    reason: "member_left",
    policyVersion: 1,
    ...changes,
  };
}
