import { writeNotice } from '../../domain/people/notices.ts';
import { DELAYS_MS } from '../../domain/webhooks/webhook-schedule.ts';
import type { DueNotice, MailDelivery, NoticeQueue } from '../../ports/people/notices.ts';

type Ports = { queue: NoticeQueue; mail: MailDelivery; publicUrl: string | undefined };

/** Makes one attempt to send a mail and records it. Returns the reason when the mail server did not take the mail. */
export const sendNotice = async (
  { queue, mail, publicUrl }: Ports,
  notice: DueNotice,
): Promise<unknown | undefined> => {
  const { id, email, organization, attempt } = notice;
  const content = writeNotice(notice.kind, notice.data, { organization, publicUrl });
  try {
    await mail.deliver({ id, to: email, ...content });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await queue.failed(notice, reason.replaceAll('\0', ''), DELAYS_MS[attempt]);
    return error;
  }
  await queue.sent(notice);
  return undefined;
};
