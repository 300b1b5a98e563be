import { playSound } from "./sound";

test("a notice sounds at half the volume", () => {
  const played: { address: string; volume: number }[] = [];
  vi.stubGlobal(
    "Audio",
    class {
      volume = 1;
      address: string;
      constructor(address: string) {
        this.address = address;
      }
      async play() {
        played.push({ address: this.address, volume: this.volume });
      }
    },
  );
  playSound("/sounds/default-audio.mp3");
  expect(played).toEqual([{ address: "/sounds/default-audio.mp3", volume: 0.5 }]);
});
