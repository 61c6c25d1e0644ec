import { refusedWhenFull } from '../../domain/disk-full.ts';
import { malformed, quote, Refusal } from '../../domain/errors.ts';
import type { ContentHash, OrganizationId } from '../../domain/ids.ts';
import { checkWebUrl } from '../../domain/webhooks/web-urls.ts';
import { type Egress, EgressFailure } from '../../ports/egress.ts';
import type { Images } from '../../ports/images/images.ts';
import type { Inspector } from '../../ports/lanes.ts';
import { inParallel } from '../in-parallel.ts';
import { type KeepPorts, keepAndRecord } from './keep-and-record.ts';
import { type StoredImage, writeDigested } from './store-upload.ts';

export const MAX_URLS = 50;
const MAX_REDIRECTS = 3;
const DOWNLOAD_TIMEOUT_MS = 60_000;
const DOWNLOADS_AT_ONCE = 4;

type FetchUploadsPorts = KeepPorts & {
  egress: Egress;
  inspector: Inspector;
  images: Pick<Images, 'add'>;
  config: { maxImageBytes: number };
};

type Fetched = { name: string; draft: string; image: StoredImage };

/**
 * Downloads images by URL, all of them or none. Returns the content hash of each image under the name that
 * its URL has.
 */
export const fetchUploads = async (
  ports: FetchUploadsPorts,
  organizationId: OrganizationId,
  urls: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Record<string, ContentHash>> => {
  const entries = Object.entries(urls);
  if (entries.length > MAX_URLS)
    throw malformed(
      `The call has ${entries.length} URLs, and at most ${MAX_URLS} are allowed. Use several calls.`,
    );
  for (const [name, url] of entries) checkWebUrl(url, `The URL of ${quote(name)}`, ports.egress.forbids);

  const drafts: string[] = [];
  try {
    const fetched = await fetchAll(ports, organizationId, entries, drafts, signal);
    const different = [...new Map(fetched.map((one) => [one.image.hash, one])).values()];
    await keepAndRecord(
      ports,
      different.map(({ draft, image }) => ({ draft, hash: image.hash })),
      () =>
        ports.images.add(
          organizationId,
          different.map(({ image }) => image),
        ),
    );
    return Object.fromEntries(fetched.map(({ name, image }) => [name, image.hash]));
  } finally {
    await Promise.allSettled(drafts.map((draft) => ports.objects.discard(draft)));
  }
};

/** Downloads a few at a time, in order. The first failure aborts the others. */
const fetchAll = async (
  ports: FetchUploadsPorts,
  organizationId: OrganizationId,
  entries: [name: string, url: string][],
  drafts: string[],
  outer: AbortSignal,
): Promise<Fetched[]> => {
  const failing = new AbortController();
  const signal = AbortSignal.any([outer, failing.signal]);
  const fetched = await inParallel(entries, DOWNLOADS_AT_ONCE, async ([name, url]) => {
    signal.throwIfAborted();
    try {
      return await fetchOne(ports, organizationId, name, url, drafts, signal);
    } catch (error) {
      failing.abort(error);
      throw signal.reason;
    }
  });
  signal.throwIfAborted();
  return fetched;
};

const fetchOne = async (
  { egress, objects, inspector, config }: FetchUploadsPorts,
  organizationId: OrganizationId,
  name: string,
  url: string,
  drafts: string[],
  signal: AbortSignal,
): Promise<Fetched> => {
  await objects.checkRoom();
  const draft = await objects.draft();
  drafts.push(draft);
  try {
    const image = await egress.download(url, {
      maxBytes: config.maxImageBytes,
      maxRedirects: MAX_REDIRECTS,
      timeoutMs: DOWNLOAD_TIMEOUT_MS,
      signal,
    });
    const digest = await writeDigested(await objects.create(draft), image, config.maxImageBytes);
    return { name, draft, image: { ...(await inspector.inspect(draft, organizationId)), ...digest } };
  } catch (error) {
    throw withName(name, error);
  }
};

const withName = (name: string, error: unknown): unknown => {
  if (error instanceof EgressFailure)
    return error.kind === 'too_large'
      ? new Refusal('unprocessable_image', `${quote(name)} cannot be used: ${error.message}`, {
          cause: error,
        })
      : new Refusal(
          'malformed',
          `${quote(name)} could not be fetched: ${error.message} Check the URL, or upload the file itself.`,
          { cause: error },
        );
  if (error instanceof Refusal && error.code === 'unprocessable_image')
    return new Refusal(error.code, `${quote(name)} cannot be used: ${error.message}`, { cause: error });
  return refusedWhenFull(error);
};
