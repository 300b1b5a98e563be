import type { Session } from "@/session/api";

const person = (username: string, name: string): Omit<Session, "role"> => ({
  _id: username,
  username,
  name,
  email: `${username}@example.com`,
  avatar: "/default-user-icon.png",
  balance: 100,
  confirmAbove: 0,
  country: "DE",
  dateOfBirth: "1990-12-31",
  emailVerified: true,
  isPerformer: false,
  status: "active",
  twoFactor: false,
  twoFactorWanted: false,
  verified: false,
  createdAt: "2026-11-02T12:00:00Z",
  updatedAt: "2026-11-02T12:00:00Z",
});

/** The people of every story: Tom is a member with 100 tokens, Nina a verified performer. */
export const people = {
  tom: { ...person("tom", "Tom Reed"), role: "user" },
  nina: {
    ...person("nina", "Nina Vale"),
    role: "performer",
    isPerformer: true,
    verified: true,
    balance: 1250.5,
  },
  vera: { ...person("vera", "Vera Moss"), role: "performer", isPerformer: true },
  stella: { ...person("stella", "Stella Studios"), role: "studio" },
  ada: { ...person("ada", "Ada Admin"), role: "admin", balance: 0 },
} satisfies Record<string, Session>;
