import { Link } from '@tanstack/react-router';
import type { AnswerOf } from 'darkroom-client';
import type { ReactNode } from 'react';
import { count, credits, withArticle } from '../../format.ts';

export type AuditEntry = AnswerOf<'get', '/v1/organization/{id}/audit-log'>['entries'][number];
type Detail = AuditEntry['detail'];
/** `name` is the file name of an execution or the name of a batch. */
type Sentence = (detail: Detail, subject: string, name: string | null) => ReactNode;

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
const named =
  (verb: string, what: string): Sentence =>
  (detail) =>
    `${verb} the ${what} ${text(detail['name'])}`;
const endpoint =
  (verb: string): Sentence =>
  (detail) =>
    `${verb} the webhook endpoint ${text(detail['url'])}`;
const app =
  (verb: string): Sentence =>
  (detail) =>
    `${verb} the app ${text(detail['clientId'])}`;
const because = (reason: unknown): string => (reason ? `: ${text(reason)}` : '');
const execution =
  (verb: string, why: (detail: Detail) => string = () => ''): Sentence =>
  (detail, subject, name) => (
    <>
      {verb}{' '}
      <Link to="/execution/$id" params={{ id: subject }}>
        {name ?? 'an execution'}
      </Link>
      {why(detail)}
    </>
  );
const batch =
  (verb: string, what: (detail: Detail) => string): Sentence =>
  (detail, subject, name) => (
    <>
      {verb}{' '}
      <Link to="/batches/$id" params={{ id: subject }}>
        {name ? `the batch ${name}` : 'a batch'}
      </Link>
      {what(detail)}
    </>
  );

/** "reuseResults: true, creditsLowAt: 500". */
const wordsOf = (detail: Detail): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${text(value)}`)
    .join(', ');

/** The end of the sentence about each action, which follows the person's e-mail address. */
const SENTENCES: Record<string, Sentence> = {
  'organization.create': () => 'created the organization',
  'organization.rename': (detail) => `renamed the organization to ${text(detail['name'])}`,
  'organization.configure': (detail) => `changed settings: ${wordsOf(detail)}`,
  'organization.limit': (detail) => `changed limits: ${wordsOf(detail)}`,
  'organization.reject-codes': (detail) =>
    `set the reject codes to ${Array.isArray(detail['codes']) ? detail['codes'].join(', ') || 'none' : ''}`,
  'organization.delete': () => 'deleted the organization',
  'retention.change': (detail) => `changed the retention rules, in days: ${wordsOf(detail)}`,
  'retention.delete': (detail) => `deleted data past its retention time: ${wordsOf(detail)}`,
  'image.delete': (_detail, subject) => `deleted the image ${subject.slice(0, 12)}`,
  'execution.delete': (_detail, subject) => `deleted the execution ${subject}`,
  'batch.delete': (_detail, subject) => `deleted the batch ${subject}`,
  'batch.hold': batch('put', () => ' on hold, so that retention deletes none of its data'),
  'batch.release': batch('took', () => ' off hold'),
  'webhook-secret.rotate': (detail) =>
    `rotated the signing secret; the previous one works for ${text(detail['overlapHours'])} h`,
  'webhook-endpoint.create': endpoint('added'),
  'webhook-endpoint.change': endpoint('changed'),
  'webhook-endpoint.remove': endpoint('deleted'),
  'webhook-endpoint.disable': (detail) =>
    `disabled the webhook endpoint ${text(detail['url'])} after days of failures`,
  'member.join': (detail) => `joined as ${withArticle(text(detail['role']))}`,
  'member.change-role': (detail) => `made ${text(detail['email'])} ${withArticle(text(detail['role']))}`,
  'member.remove': (detail) => `removed ${text(detail['email'])}`,
  'member.leave': () => 'left the organization',
  'invitation.create': (detail, subject) => `invited ${subject} as ${withArticle(text(detail['role']))}`,
  'invitation.revoke': (_, subject) => `withdrew the invitation of ${subject}`,
  'invitation.void': (detail, subject) =>
    `voided the invitation of ${subject}, because the rights of ${text(detail['rightsChangedOf'])} changed`,
  'password-reset.create': (detail) => `created a password reset link for ${text(detail['email'])}`,
  'password-reset.void': (detail) =>
    `voided the password reset link of ${text(detail['email'])}, because the rights of ${text(detail['rightsChangedOf'])} changed`,
  'password.reset': () => 'set a new password with a reset link',
  'password.change': () => 'changed their password',
  'address.prove': () => 'verified their e-mail address; the old password, sessions and keys were removed',
  'key.create': (detail) =>
    `created the API key ${text(detail['name'])} with the role ${text(detail['role'])}`,
  'key.revoke': named('revoked', 'API key'),
  'device.connect': app('connected'),
  'device.disconnect': app('disconnected'),
  'device.revoke': (detail) => `disconnected the app ${text(detail['clientId'])} of ${text(detail['email'])}`,
  'oauth-client.register': named('registered', 'app'),
  'oauth-client.remove': named('removed', 'app'),
  'administrator.add': (detail) => `made ${text(detail['name'])} a platform administrator`,
  'administrator.remove': (detail) => `removed ${text(detail['name'])} as platform administrator`,
  'credits.grant': (detail) => `granted ${credits(Number(detail['amount']))}${because(detail['note'])}`,
  'credits.withdrawal': (detail) =>
    `took back ${credits(-Number(detail['amount']))}${because(detail['note'])}`,
  'workflow.save': named('saved', 'workflow'),
  'workflow.archive': named('archived', 'workflow'),
  'batch.change': batch('changed', (detail) => `: ${wordsOf(detail)}`),
  'batch.review': batch('changed the review of', (detail) => `: ${wordsOf(detail)}`),
  'review.lot-accepted': (detail) => `accepted a lot of ${count(Number(detail['size']))} results`,
  'review.lot-refused': (detail) => `refused a lot of ${count(Number(detail['size']))} results`,
  'execution.approve': execution('approved'),
  'execution.reject': execution('rejected', (detail) => because(detail['reason'] ?? detail['code'])),
  'execution.redo': execution('requested a redo of', (detail) => because(detail['comment'])),
  'execution.cancel': execution('canceled'),
};

/** An entry of the audit log as one sentence. */
export const AuditSentence = ({ userEmail, action, subject, subjectName, detail }: AuditEntry) => (
  <>
    <b>{userEmail ?? 'Darkroom'}</b>{' '}
    {SENTENCES[action]?.(detail, subject, subjectName) ?? `${action} ${subject} ${wordsOf(detail)}`}
  </>
);
