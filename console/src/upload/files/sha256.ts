import { sha256 } from '@noble/hashes/sha2.js';

/**
 * The SHA-256 of a file as hex digits. Browsers offer `crypto.subtle` on https and localhost only; elsewhere a hash in
 * JavaScript takes its place, because the content security policy blocks WebAssembly.
 */
export const sha256Of = async (file: Blob): Promise<string> => {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  return hex(
    subtle ? new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer())) : await inScript(file),
  );
};

export const inScript = async (file: Blob): Promise<Uint8Array> => {
  const hash = sha256.create();
  for await (const chunk of file.stream() as unknown as AsyncIterable<Uint8Array>) hash.update(chunk);
  return hash.digest();
};

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
