/** What a field may hold: absent and empty ones are not written, a list is written as repeated fields. */
type Value = string | number | boolean | Uint8Array | readonly string[] | undefined;

const texts = { to: new TextEncoder(), from: new TextDecoder() };

/**
 * Writes a message of protocol buffers (protobuf.dev, Encoding), its fields by number: as much of
 * the format as a viewer says to the media engine.
 */
export function encode(fields: Readonly<Record<number, Value>>): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];

  function varint(value: number) {
    let left = value;
    for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
    bytes.push(left);
  }

  function block(field: number, content: Uint8Array) {
    varint(field * 8 + 2);
    varint(content.length);
    for (const byte of content) bytes.push(byte);
  }

  for (const [name, value] of Object.entries(fields)) {
    const field = Number(name);
    if (value instanceof Uint8Array) block(field, value);
    else if (typeof value === "object") for (const one of value) block(field, texts.to.encode(one));
    else if (typeof value === "string") value && block(field, texts.to.encode(value));
    else if (value) {
      varint(field * 8);
      varint(Number(value));
    }
  }
  return new Uint8Array(bytes);
}

/** The fields of a message that was read. What is absent is 0, empty or undefined. */
export class Fields {
  readonly #all = new Map<number, (number | Uint8Array)[]>();

  /** Reads a message; one that is cut short or no message throws. */
  constructor(bytes: Uint8Array) {
    let at = 0;

    function varint(): number {
      for (let value = 0, place = 1; ; place *= 128) {
        const byte = bytes[at++];
        if (byte === undefined) throw new RangeError("a message ends too early");
        value += (byte % 128) * place;
        if (byte < 128) return value;
      }
    }

    function block(length: number): Uint8Array {
      at += length;
      if (at > bytes.length) throw new RangeError("a message ends too early");
      return bytes.subarray(at - length, at);
    }

    function content(kind: number): number | Uint8Array {
      if (kind === 0) return varint();
      if (kind === 1) return block(8);
      if (kind === 2) return block(varint());
      if (kind === 5) return block(4);
      throw new RangeError("not a message");
    }

    while (at < bytes.length) {
      const key = varint();
      const field = Math.floor(key / 8);
      const values = this.#all.get(field) ?? [];
      this.#all.set(field, values);
      values.push(content(key % 8));
    }
  }

  number(field: number): number {
    const value = this.#all.get(field)?.at(-1);
    return typeof value === "number" ? value : 0;
  }

  text(field: number): string {
    return this.texts(field).at(-1) ?? "";
  }

  texts(field: number): string[] {
    return this.#blocks(field).map((block) => texts.from.decode(block));
  }

  message(field: number): Fields | undefined {
    return this.messages(field).at(-1);
  }

  messages(field: number): Fields[] {
    return this.#blocks(field).map((block) => new Fields(block));
  }

  #blocks(field: number): Uint8Array[] {
    return (this.#all.get(field) ?? []).filter((value) => typeof value !== "number");
  }
}
