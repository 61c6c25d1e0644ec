import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors.ts';

type OriginHeaders = { origin: string | undefined; site: string | undefined };

const originHeaders = ({ raw: { headers } }: FastifyRequest): OriginHeaders => ({
  origin: headers.origin,
  site: headers['sec-fetch-site'] as string | undefined,
});

/** Returns whether a page of this service sent the request. Only the browser can set these headers, not a page. */
export const isSameOrigin = (request: FastifyRequest, publicUrl: string): boolean => {
  const { origin, site } = originHeaders(request);
  // Sec-Fetch-Site comes first: for a page that was opened under another name of this host, it says
  // same-origin, although the page's Origin differs from the public URL.
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && origin === new URL(publicUrl).origin;
};

/**
 * Returns whether a page of another site sent the request. Clients other than browsers send neither Origin nor
 * Sec-Fetch-Site.
 */
export const isCrossOrigin = (request: FastifyRequest, publicUrl: string): boolean => {
  const { origin, site } = originHeaders(request);
  return (
    (origin !== undefined || (site !== undefined && site !== 'none')) && !isSameOrigin(request, publicUrl)
  );
};

/** Throws a refusal when a page of another site sent the request. */
export const refuseCrossOrigin = (request: FastifyRequest, publicUrl: string): void => {
  if (isCrossOrigin(request, publicUrl))
    throw new Refusal(
      'forbidden',
      `Only pages of ${publicUrl} may do this. Open the console at that address.`,
    );
};
