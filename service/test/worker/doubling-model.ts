/**
 * An ONNX model written by hand: each pixel of its square input becomes a square of `factor` x `factor` equal
 * pixels.
 */
export const doublingModel = (size: number, factor: number): Buffer =>
  message(
    whole(1, 8),
    part(7, graph(size, factor)),
    // Operators as of version 13.
    part(8, message(text(1, ''), whole(2, 13))),
  );

const graph = (size: number, factor: number): Buffer => {
  const scales = Buffer.alloc(16);
  for (const [at, scale] of [1, 1, factor, factor].entries()) scales.writeFloatLE(scale, at * 4);
  return message(
    part(
      1,
      message(
        ...['image', '', 'scales'].map((name) => text(1, name)),
        text(2, 'larger'),
        text(4, 'Resize'),
        part(5, attribute('mode', 'nearest')),
        part(5, attribute('coordinate_transformation_mode', 'asymmetric')),
        part(5, attribute('nearest_mode', 'floor')),
      ),
    ),
    text(2, 'doubling'),
    part(5, message(whole(1, 4), whole(2, FLOAT), text(8, 'scales'), part(9, scales))),
    part(11, tensorType('image', size)),
    part(12, tensorType('larger', size * factor)),
  );
};

const FLOAT = 1;
const STRING = 3;

const attribute = (name: string, value: string): Buffer =>
  message(text(1, name), text(4, value), whole(20, STRING));

const tensorType = (name: string, side: number): Buffer => {
  const shape = message(...[1, 3, side, side].map((length) => part(1, message(whole(1, length)))));
  return message(text(1, name), part(2, message(part(1, message(whole(1, FLOAT), part(2, shape))))));
};

// The encoding of protocol buffers: a number and a type before each field, and integers in groups of seven bits.
const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
};
const message = (...fields: Buffer[]): Buffer => Buffer.concat(fields);
const whole = (field: number, value: number): Buffer => message(varint(field << 3), varint(value));
const part = (field: number, bytes: Buffer): Buffer =>
  message(varint((field << 3) | 2), varint(bytes.length), bytes);
const text = (field: number, value: string): Buffer => part(field, Buffer.from(value));
