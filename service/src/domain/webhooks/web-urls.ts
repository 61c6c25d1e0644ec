import { malformed, quote } from '../errors.ts';

const MAX_WEBHOOKS = 10;
const MAX_URL_LENGTH = 2048;

/** Refuses URLs that can never be called. Host names are checked when they are resolved, at each delivery. */
export const checkWebhookUrls = (urls: readonly string[], isForbidden: (url: URL) => boolean): string[] => {
  if (urls.length > MAX_WEBHOOKS) throw malformed(`The field webhooks takes at most ${MAX_WEBHOOKS} URLs.`);
  return urls.map((text) => {
    checkWebUrl(text, `The webhook ${quote(text)}`, isForbidden);
    return text;
  });
};

/**
 * Refuses a text that is not an http or https URL, or that names a forbidden address. `subject` is the
 * subject of the message.
 */
export const checkWebUrl = (text: string, subject: string, isForbidden: (url: URL) => boolean): void => {
  const url = parseWebUrl(text);
  if (!url)
    throw malformed(`${subject} must be an http or https URL of at most ${MAX_URL_LENGTH} characters.`);
  if (isForbidden(url)) throw malformed(`${subject} names a private or reserved address. Use a public one.`);
};

const parseWebUrl = (text: string): URL | undefined => {
  if (text.length > MAX_URL_LENGTH || !text.isWellFormed() || /[\s\p{Cc}]/u.test(text)) return undefined;
  const url = URL.parse(text);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
};
