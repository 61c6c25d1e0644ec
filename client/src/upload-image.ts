import { type Client, type OnProgress, urlOf } from './client.ts';

/** Uploads an image and returns its hash, by which executions refer to it. */
export const uploadImage = async (
  client: Client,
  image: Blob,
  { organization, ...options }: { organization?: string; signal?: AbortSignal; onProgress?: OnProgress } = {},
): Promise<string> => {
  // The service detects the format from the bytes, but reads a body as an image only if its type starts with image/.
  const type = image.type.startsWith('image/') ? image.type : 'image/unknown';
  const response = await client.open('POST', urlOf('/v1/upload', {}, { organization }), {
    ...options,
    body: image,
    headers: { 'content-type': type },
  });
  return response.text();
};
