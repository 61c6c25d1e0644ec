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
  let length = 0;
  let pending = 0;
  let count = 0;
  const flush = () => {
    if (length === bytes.length) {
      const larger = new Uint8Array(bytes.length * 2);
      larger.set(bytes);
      bytes = larger;
    }
    bytes[length] = pending & 255;
    length += 1;
    pending >>>= 8;
    count -= 8;
  };
  return {
    write: (value, bits) => {
      pending |= value << count;
      count += bits;
      while (count >= 8) flush();
    },
    end: () => {
      if (count > 0) flush();
      return bytes.subarray(0, length);
    },
  };
};
