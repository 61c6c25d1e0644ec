import type { UserId } from '../../domain/ids.ts';
import type { NoticeData, NoticeKind } from '../../domain/people/notices.ts';

/** The mails that a person has chosen to get. */
export type NoticeChoices = {
  read(userId: UserId): Promise<NoticeKind[]>;
  /** Kinds that are neither in `on` nor in `off` stay as they are. */
  change(userId: UserId, choice: { on: NoticeKind[]; off: NoticeKind[] }): Promise<void>;
};

/** A mail that this process has claimed and sends now. */
export type DueNotice = {
  [Name in NoticeKind]: {
    id: string;
    kind: Name;
    data: NoticeData[Name];
    email: string;
    organization: string;
    /** The number of the attempt, from 1. It fences out a sender whose claim has ended. */
    attempt: number;
  };
}[NoticeKind];

/** Mails as the sender sees them. They are sent at least once: a sender that dies may have sent a mail already. */
export type NoticeQueue = {
  /**
   * Claims the next due mail. `unwanted`: the recipient has left the organization or no longer wants the mail, so it is
   * not sent. Undefined when none is due.
   */
  claim(): Promise<DueNotice | 'unwanted' | undefined>;
  sent(notice: DueNotice): Promise<void>;
  /** `retryInMs` is undefined when no further attempt is made. */
  failed(notice: DueNotice, error: string, retryInMs: number | undefined): Promise<void>;
};

/** Longer than sending a mail can take. After this time other senders can claim the mails of a sender that died. */
export const NOTICE_CLAIM_MS = 5 * 60_000;

export type MailDelivery = {
  /** Resolves when the mail server has taken the mail. `id` is the same on every attempt. */
  deliver(mail: { id: string; to: string; subject: string; text: string }): Promise<void>;
};
