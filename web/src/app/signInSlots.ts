import type { SignInSlots } from "@/declared/slots";

/** What features put beside the forms by which members come. */
export const signInSlots: SignInSlots = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<SignInSlots>("../features/**/signInSlots.ts", {
      eager: true,
      import: "signInSlots",
    }),
  ),
);
