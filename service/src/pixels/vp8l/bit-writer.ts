/** Writes bits into a growing buffer, the lowest bit first. */
export type BitWriter = {
  /** Appends up to 16 bits. */
  write(value: number, bits: number): void;
  /** Pads the last byte with zeros and returns all bytes. */
  end(): Uint8Array;
};

/** Opens an empty bit writer. */
export const openBitWriter = (): BitWriter => {
  let bytes = new Uint8Array(4096);
  let bits = 0;
  return {
    write: (value, count) => {
      const at = bits >>> 3;
      // Up to 16 bits that begin in the middle of a byte can span three bytes.
      if (at + 3 > bytes.length) {
        const larger = new Uint8Array(bytes.length * 2);
        larger.set(bytes);
        bytes = larger;
      }
      const placed = value << (bits & 7);
      bytes[at]! |= placed;
      bytes[at + 1]! |= placed >>> 8;
      bytes[at + 2]! |= placed >>> 16;
      bits += count;
    },
    end: () => bytes.subarray(0, Math.ceil(bits / 8)),
  };
};
