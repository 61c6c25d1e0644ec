import { NOTICES, type NoticeKind } from '../../domain/people/notices.ts';
import { RIGHTS } from '../../domain/people/rights.ts';
import {
  type DueNotice,
  NOTICE_CLAIM_MS,
  type NoticeChoices,
  type NoticeQueue,
} from '../../ports/people/notices.ts';
import { type Database, type Run, statement } from '../connection/database.ts';

/** A notice for each row of a CTE. The fields are SQL expressions over the row, which is called `changed`. */
type NoticeSource = {
  /** The name of the CTE. */
  from: string;
  organizationId: string;
  kind: NoticeKind;
  /** The data that a notice of this kind has, as jsonb. */
  data: string;
  /** Only rows that meet this condition are reported. */
  condition?: string;
};

/**
 * The INSERT that writes the mails about an event: one for each member of the organization who chose this kind and whose
 * role has the right to know. It is part of the statement that makes the change, so that a crash cannot keep one without
 * the other. A trigger wakes the senders.
 *
 *     with spent as (update accounts ... returning *),
 *       mails as (${noticesFor({ from: 'spent', organizationId: 'changed.organization_id', ... })}) select ...
 */
export const noticesFor = ({
  from,
  organizationId,
  kind,
  data,
  condition = 'true',
}: NoticeSource): string => `
  insert into notices (user_id, organization_id, kind, data)
  select member.user_id, member.organization_id, '${kind}', ${data}
  from ${from} changed
  join memberships member on member.organization_id = ${organizationId} and member.role in (${rolesFor(kind)})
  join users person on person.id = member.user_id and '${kind}' = any (person.notices)
  where ${condition}`;

const rolesFor = (kind: NoticeKind): string =>
  RIGHTS[NOTICES[kind].right].map((role) => `'${role}'`).join(', ');

const READ_CHOICES = statement<{ notices: NoticeKind[] }>('select notices from users where id = $1');
const CHANGE_CHOICES = statement(`
  update users set notices = array(
    select unnest(notices || $2::text[]) except select unnest($3::text[]) order by 1)
  where id = $1`);

export const noticeChoicesIn = ({ run }: Database): NoticeChoices => ({
  read: async (userId) => (await run(READ_CHOICES, [userId]))[0]?.notices ?? [],
  change: async (userId, { on, off }) => {
    await run(CHANGE_CHOICES, [userId, on, off]);
  },
});

// A mail that is no longer wanted gets no further attempt and is not returned.
const CLAIM = statement<DueNotice & { wanted: boolean }>(`
  with due as (
    select id from notices
    where next_attempt_at <= now() and (claimed_until is null or claimed_until <= now())
    order by next_attempt_at limit 1 for update skip locked
  ), addressed as (
    select notice.id, person.email, organization.name as organization,
      notice.kind = any (person.notices) and exists (
        select from memberships member
        where member.user_id = notice.user_id and member.organization_id = notice.organization_id) as wanted
    from due join notices notice using (id) join users person on person.id = notice.user_id
    join organizations organization on organization.id = notice.organization_id
  )
  update notices notice set attempts = attempts + wanted::integer,
    next_attempt_at = case when wanted then next_attempt_at end,
    claimed_until = case when wanted then now() + $1::integer * interval '1 millisecond' end
  from addressed where notice.id = addressed.id
  returning notice.id, notice.kind, notice.data, notice.attempts as attempt, addressed.email, addressed.organization,
    addressed.wanted`);

const claim =
  (run: Run): NoticeQueue['claim'] =>
  async () => {
    const [row] = await run(CLAIM, [NOTICE_CLAIM_MS]);
    return row && !row.wanted ? 'unwanted' : row;
  };

const SENT = statement(`
  update notices set sent_at = now(), next_attempt_at = null, claimed_until = null, error = null
  where id = $1 and attempts = $2`);
const FAILED = statement(`
  update notices set next_attempt_at = now() + $3::bigint * interval '1 millisecond', claimed_until = null, error = $4
  where id = $1 and attempts = $2 and sent_at is null`);

export const noticeQueueIn = ({ run }: Database): NoticeQueue => ({
  claim: claim(run),
  sent: async ({ id, attempt }) => {
    await run(SENT, [id, attempt]);
  },
  failed: async ({ id, attempt }, error, retryInMs) => {
    await run(FAILED, [id, attempt, retryInMs ?? null, error]);
  },
});
