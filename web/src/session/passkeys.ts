import type { Schemas } from "@/api/client";
import { t } from "./texts";

/** Whether this browser can keep passkeys, and the site has a name that they can be good for. */
export function passkeysWork(): boolean {
  const byNumber = /^[\d.]+$|:/.test(location.hostname);
  return typeof PublicKeyCredential === "function" && !byNumber;
}

// Fetched when somebody reaches for a passkey: no page needs it before.
const library = () => import("@simplewebauthn/browser");

type Signature = Schemas["PasskeysSignature"];

/** Lets the person sign with a passkey of theirs; nothing when they think better of it. */
export async function signWithPasskey(
  options: Schemas["PasskeysRequest"],
): Promise<Signature | undefined> {
  const { startAuthentication } = await library();
  return unlessLeft(startAuthentication({ optionsJSON: options }));
}

/** Offers passkeys in the list that opens under the field of the name, until one is chosen. */
export async function signByAutofill(
  ask: () => Promise<Schemas["PasskeysRequest"]>,
): Promise<Signature | undefined> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await library();
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  return unlessLeft(startAuthentication({ optionsJSON: await ask(), useBrowserAutofill: true }));
}

/** Ends an offer of signByAutofill. */
export async function stopAutofill() {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

/** Makes a passkey on a device of the person's; nothing when they think better of it. */
export async function makePasskey(
  options: Schemas["PasskeysCreation"],
): Promise<Schemas["PasskeysNewKey"] | undefined> {
  const { startRegistration } = await library();
  return unlessLeft(startRegistration({ optionsJSON: options }));
}

/** A browser tells by the name of an error that a person has closed its window, or waited too long. */
async function unlessLeft<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "NotAllowedError" || name === "AbortError") return undefined;
    if (name === "InvalidStateError") {
      throw new Error(t("This device has a passkey for your account already."));
    }
    throw new Error(t("This browser could not use a passkey here."));
  }
}
