import type { UserId } from '../../../domain/ids.ts';
import { NOTICE_KINDS, NOTICES, type NoticeKind } from '../../../domain/people/notices.ts';
import { Type } from '../../../schema/typebox.ts';
import type { ApiPorts } from '../../server/api-ports.ts';
import { route } from '../../server/route.ts';
import { PlainQuery } from '../../server/schemas.ts';

const ChoicesSchema = Type.Object(
  Object.fromEntries(
    NOTICE_KINDS.map((kind) => [kind, Type.Boolean({ description: NOTICES[kind].sentence })]),
  ) as Record<NoticeKind, ReturnType<typeof Type.Boolean>>,
);
const NoticesSchema = Type.Object({
  notices: ChoicesSchema,
  mailServer: Type.Boolean({
    description: 'Whether the service has a mail server. Without one, no mail is sent.',
  }),
});

const common = { path: '/account/notices', versions: ['v1'], action: 'person' } as const;

export const readNotices = route({
  ...common,
  method: 'GET',
  summary: 'Returns which mails the person who is signed in gets.',
  schema: { querystring: PlainQuery, response: { 200: NoticesSchema } },
  handler: (ports, { caller }) => choicesOf(ports, caller.principal.userId),
});

export const changeNotices = route({
  ...common,
  method: 'PUT',
  summary: 'Changes which mails the person who is signed in gets. Kinds that are left out stay as they are.',
  schema: {
    querystring: PlainQuery,
    body: Type.Object({
      notices: Type.Partial(ChoicesSchema, {
        additionalProperties: false,
        description: 'The kinds of mails to switch on or off',
      }),
    }),
    response: { 200: NoticesSchema },
  },
  example: { notices: { 'batch.completed': true } },
  handler: async (ports, { caller, body }) => {
    const { userId } = caller.principal;
    await ports.noticeChoices.change(userId, {
      on: NOTICE_KINDS.filter((kind) => body.notices[kind] === true),
      off: NOTICE_KINDS.filter((kind) => body.notices[kind] === false),
    });
    return choicesOf(ports, userId);
  },
});

const choicesOf = async ({ noticeChoices, config }: ApiPorts, userId: UserId) => {
  const chosen = await noticeChoices.read(userId);
  const notices = Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, chosen.includes(kind)]));
  return { notices, mailServer: config.smtpUrl !== undefined };
};
