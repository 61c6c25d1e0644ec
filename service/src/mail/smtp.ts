import type { MailDelivery } from '../ports/people/notices.ts';
import type { Mail } from '../ports/people/people.ts';

type Settings = { smtpUrl: string | undefined; mailFrom: string };

/** A mail server that does not respond within this time has failed. */
const TIMEOUT_MS = 30_000;
const TIMEOUTS = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };

/** Opens mail delivery through the configured mail server; undefined when none is configured. */
export const openMailDelivery = ({ smtpUrl, mailFrom }: Settings): MailDelivery | undefined => {
  if (smtpUrl === undefined) return undefined;
  // Loaded only here: most installations have no mail server, and it would slow every start.
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url: smtpUrl, ...TIMEOUTS }),
  );
  const sender = /@([^@>\s]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost';
  return {
    deliver: async ({ id, to, subject, text }) => {
      const messageId = `<${id}@${sender}>`;
      await (await transport).sendMail({ from: mailFrom, to, subject, text, messageId });
    },
  };
};

/** Opens the mail adapter. Without a mail server it sends nothing: links are also shown to the person who creates them. */
export const openMail = (
  settings: Settings,
  reportError: (error: unknown, context: Record<string, string>) => void,
): Mail => {
  const delivery = openMailDelivery(settings);
  return {
    // The caller does not wait for the mail server: the change that the mail reports is made even if the mail fails.
    send: async (to, subject, text) => {
      delivery?.deliver({ id: crypto.randomUUID(), to, subject, text }).catch((error) =>
        reportError(error, {
          problem:
            'A mail could not be sent and is not sent again. Check DARKROOM_SMTP_URL and the mail server.',
        }),
      );
    },
  };
};
