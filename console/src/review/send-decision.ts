import { urlOf } from 'darkroom-client';
import { api } from '../api.ts';
import type { Decision } from './desk.ts';

/** Sends a decision. It also reaches the service when the page is closed at the same moment. */
export const sendDecision = (
  organization: string,
  id: string,
  { verb, ...body }: Decision,
): Promise<unknown> =>
  api.open('POST', urlOf(`/v1/workflow/execution/{id}/${verb}`, { id }, { organization }), {
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Gives up claims, so that other reviewers can take the results. */
export const releaseClaims = (organization: string, executions: string[]): Promise<unknown> =>
  api.open('POST', urlOf('/v1/qa/release', {}, { organization }), {
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ executions }),
  });
