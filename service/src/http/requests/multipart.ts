import { decodeExtended, parse as parseDisposition } from 'content-disposition';
import { malformed, Refusal } from '../../domain/errors.ts';

const FILE_FIELD = 'file';
const MAX_PARTS = 100;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_BYTES_AROUND_FILE = 1024 * 1024;
const CRLF = Buffer.from('\r\n');
const CLOSING = '--';
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i;

/** A file of a form. Read `bytes` to the end: reading them also throws the errors in the rest of the form. */
export type UploadedFile = { fileName: string; bytes: AsyncIterable<Buffer> };

/** Finds the form field `file` in a streamed form. The rest of the form is checked while the file's bytes are read. */
export const readMultipartFile = async (
  contentType: string,
  body: AsyncIterable<Buffer>,
): Promise<UploadedFile> => {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined)
    throw malformed(
      'The Content-Type multipart/form-data needs a boundary parameter. Let the HTTP client set this header.',
    );
  const form = openForm(body, boundary);
  for (let part = await form.nextPart(); part; part = await form.nextPart())
    if (part.name === FILE_FIELD) return { fileName: part.fileName, bytes: fileAndRest(form) };
  throw malformed('The form has no field "file". Send the image in it.');
};

type Part = { name: string | undefined; fileName: string };
type Form = {
  /** Skips the rest of the current part and returns the next one; undefined at the end of the form. */
  nextPart(): Promise<Part | undefined>;
  /** The bytes of the part that was found last. */
  partBytes(): AsyncGenerator<Buffer>;
};

async function* fileAndRest(form: Form): AsyncGenerator<Buffer> {
  yield* form.partBytes();
  for (let part = await form.nextPart(); part; part = await form.nextPart())
    if (part.name === FILE_FIELD) throw malformed('The form has more than one field "file". Send one image.');
}

const openForm = (body: AsyncIterable<Buffer>, boundary: string): Form => {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const scan = scanner(body[Symbol.asyncIterator]());
  let parts = 0;
  let insidePart = true;
  let bytesAroundFile = 0;

  const skip = async (bytes: AsyncGenerator<Buffer>): Promise<void> => {
    for await (const { length } of bytes) {
      bytesAroundFile += length;
      if (bytesAroundFile > MAX_BYTES_AROUND_FILE)
        throw new Refusal(
          'too_large',
          `The form has more than ${MAX_BYTES_AROUND_FILE} bytes besides the image. Send only the field "file".`,
        );
    }
  };

  const partBytes = async function* (): AsyncGenerator<Buffer> {
    yield* scan.until(delimiter);
    insidePart = false;
  };

  const nextPart = async (): Promise<Part | undefined> => {
    // Text before the first delimiter is skipped as if it were a part.
    if (insidePart) await skip(partBytes());
    if (await scan.startsWith(CLOSING)) {
      await skip(scan.rest());
      return undefined;
    }
    await scan.line();
    insidePart = true;
    parts += 1;
    if (parts > MAX_PARTS)
      throw new Refusal(
        'too_large',
        `The form has more than ${MAX_PARTS} parts. Send only the field "file".`,
      );
    return readHeaders(scan);
  };

  return { nextPart, partBytes };
};

const readHeaders = async (scan: Scanner): Promise<Part> => {
  const part: Part = { name: undefined, fileName: '' };
  let bytes = 0;
  for (let line = await scan.line(); line !== ''; line = await scan.line()) {
    bytes += line.length;
    if (bytes > MAX_HEADER_BYTES)
      throw new Refusal(
        'too_large',
        `The headers of a part of the form exceed ${MAX_HEADER_BYTES} bytes. Send fewer or shorter ones.`,
      );
    const colon = line.indexOf(':');
    if (line.slice(0, colon).trim().toLowerCase() === 'content-disposition')
      Object.assign(part, nameAndFileName(line.slice(colon + 1)));
  }
  return part;
};

const nameAndFileName = (disposition: string): Part => {
  // Some clients escape a quotation mark with a backslash, others with a percent sign.
  const { parameters } = parseDisposition(disposition.replaceAll('\\"', '%22'), { multipart: true });
  const extended = parameters['filename*'];
  const decoded = extended === undefined ? undefined : decodeExtended(extended);
  return { name: parameters['name'], fileName: decoded ?? parameters['filename'] ?? '' };
};

type Scanner = ReturnType<typeof scanner>;

/** Reads a stream of chunks up to a given mark, which may be split between two chunks. */
const scanner = (source: AsyncIterator<Buffer>) => {
  // A delimiter begins with a line break, except at the very start of a form. This adds the line break that is
  // missing there.
  let held: Buffer = CRLF;
  const readMore = async (): Promise<boolean> => {
    const { value, done } = await source.next();
    if (done) return false;
    held = held.length === 0 ? value : Buffer.concat([held, value]);
    return true;
  };

  /** Yields the bytes before the mark and skips the mark itself. */
  const until = async function* (mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = held.indexOf(mark);
      const end = at < 0 ? held.length - mark.length + 1 : at;
      if (end > 0) {
        const before = held.subarray(0, end);
        held = held.subarray(end);
        yield before;
      }
      if (at >= 0) {
        held = held.subarray(mark.length);
        return;
      }
      if (!(await readMore()))
        throw malformed('The form is incomplete: its closing boundary is missing. Send it again.');
    }
  };

  return {
    until,
    startsWith: async (text: string): Promise<boolean> => {
      while (held.length < text.length && (await readMore()));
      const starts = held.subarray(0, text.length).toString('latin1') === text;
      if (starts) held = held.subarray(text.length);
      return starts;
    },
    line: async (): Promise<string> => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of until(CRLF)) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > MAX_HEADER_BYTES)
          throw new Refusal(
            'too_large',
            `A header line of the form exceeds ${MAX_HEADER_BYTES} bytes. Shorten the name of the file or of the field.`,
          );
      }
      return Buffer.concat(chunks).toString('utf8');
    },
    rest: async function* (): AsyncGenerator<Buffer> {
      yield held;
      held = Buffer.alloc(0);
      while (await readMore()) {
        yield held;
        held = Buffer.alloc(0);
      }
    },
  };
};
