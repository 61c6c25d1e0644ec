import { type Client, type OnProgress, urlOf } from './client.ts';

/** Sends the bytes of a picture; answers the hash by which executions name it. */
export const uploadPicture = async (
  client: Client,
  picture: Blob,
  { organization, ...options }: { organization?: string; signal?: AbortSignal; onProgress?: OnProgress } = {},
): Promise<string> => {
  // The bytes decide what it is. A type that is not a picture's would be taken for another kind of body.
  const type = picture.type.startsWith('image/') ? picture.type : 'image/unknown';
  const response = await client.open('POST', urlOf('/v1/upload', {}, { organization }), {
    ...options,
    body: picture,
    headers: { 'content-type': type },
  });
  return response.text();
};
