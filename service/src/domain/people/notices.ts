import type { Action } from './rights.ts';

/** The data that the mail about each event is written from. */
export type NoticeData = {
  'batch.completed': { batchId: string; name: string; completed: number; failed: number };
  'qa.waiting': { waiting: number };
  'credits.low': { credits: number; threshold: number };
};
export type NoticeKind = keyof NoticeData;

type Content = { subject: string; text: string };
type Kind<Data> = {
  /** Only members whose role has this right get the mail. */
  right: Action;
  /** The event as a sentence, for the API reference. */
  sentence: string;
  /** The page of the console that the mail links to. */
  page: string;
  write(data: Data): Content;
};

/** Every kind of mail that a person can choose to get. */
export const NOTICES: { [Name in NoticeKind]: Kind<NoticeData[Name]> } = {
  'batch.completed': {
    right: 'execution.read',
    sentence: 'All executions of a batch are done.',
    page: '/console/',
    write: ({ name, completed, failed }) => ({
      subject: `The batch "${name}" is done`,
      text: `All executions of the batch "${name}" are done: ${completed} completed, ${failed} failed.`,
    }),
  },
  'qa.waiting': {
    right: 'execution.review',
    sentence: 'Results wait for review.',
    page: '/console/',
    write: ({ waiting }) => ({
      subject: `${waiting === 1 ? 'A result waits' : `${waiting} results wait`} for review`,
      text: `Number of results that wait for review: ${waiting}.`,
    }),
  },
  'credits.low': {
    right: 'ledger.read',
    sentence: 'The credits have fallen below the threshold of the organization.',
    page: '/console/',
    write: ({ credits, threshold }) => ({
      subject: 'Credits are low',
      text: `The organization has ${credits} credits left, which is below the threshold of ${threshold}.`,
    }),
  },
};

export const NOTICE_KINDS = Object.keys(NOTICES) as NoticeKind[];

/** Writes the mail. `publicUrl` is undefined when the service does not know under which address people reach it. */
export const writeNotice = <Name extends NoticeKind>(
  kind: Name,
  data: NoticeData[Name],
  { organization, publicUrl }: { organization: string; publicUrl: string | undefined },
): Content => {
  const { write, page } = NOTICES[kind];
  const { subject, text } = write(data);
  const lines = [
    text,
    ...(publicUrl ? [`${publicUrl}${page}`] : []),
    'You get this mail because you chose it. To stop it, change the e-mail notifications in your account.',
  ];
  // Remove line breaks: one in a name could begin a new header of the mail.
  return {
    subject: `${subject} (${organization})`.replaceAll(/[\p{Cc}\s]+/gu, ' '),
    text: lines.join('\n\n'),
  };
};
