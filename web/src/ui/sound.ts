const volume = 0.5;

/** Plays a short notice at half volume (spec §9). A browser that wants a click first stays silent. */
export function playSound(address: string) {
  const sound = new Audio(address);
  sound.volume = volume;
  sound.play().catch((refusal: unknown) => {
    if (!(refusal instanceof DOMException)) throw refusal;
  });
}
