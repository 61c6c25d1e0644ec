import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors.ts';

type Sent = { origin: string | undefined; site: string | undefined };

const sentBy = ({ raw: { headers } }: FastifyRequest): Sent => ({
  origin: headers.origin,
  site: headers['sec-fetch-site'] as string | undefined,
});

/** Whether a page of this service has sent the request. Browsers set these headers, and pages cannot. */
export const isFromHere = (request: FastifyRequest, publicUrl: string): boolean => {
  const { origin, site } = sentBy(request);
  // A page that is open under another name of this host is of the same origin all the same.
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && origin === new URL(publicUrl).origin;
};

/** Whether a page of someone else has sent it; programs send neither header. */
export const isFromElsewhere = (request: FastifyRequest, publicUrl: string): boolean => {
  const { origin, site } = sentBy(request);
  return (origin !== undefined || (site !== undefined && site !== 'none')) && !isFromHere(request, publicUrl);
};

export const refuseFromElsewhere = (request: FastifyRequest, publicUrl: string): void => {
  if (isFromElsewhere(request, publicUrl))
    throw new Refusal('forbidden', `Only pages of ${publicUrl} may do this.`);
};
