type Head = (requestLine: string, ...headers: string[]) => string;

/** The body of a form: these lines, with the image in the place of `null`. */
export const form = (bytes: Buffer, ...lines: (string | null)[]): Buffer =>
  Buffer.concat(
    lines.flatMap((line, index) => [
      Buffer.from(index === 0 ? '' : '\r\n'),
      line === null ? bytes : Buffer.from(line),
    ]),
  );

/** An upload with this body. */
export const post = (head: Head, body: Buffer, type = 'multipart/form-data; boundary=B') =>
  Buffer.concat([
    Buffer.from(head('POST /v1/upload', `Content-Type: ${type}`, `Content-Length: ${body.length}`)),
    body,
  ]);
