import type { Mail } from '../ports/people.ts';

type Settings = { smtpUrl: string | undefined; mailFrom: string };

/** Opens the mail adapter. Without a mail server it sends nothing: links are also shown to the person who creates them. */
export const openMail = (
  { smtpUrl, mailFrom }: Settings,
  reportError: (error: unknown, context: Record<string, string>) => void,
): Mail => {
  if (smtpUrl === undefined) return { send: async () => {} };
  // Loaded only here: most installations have no mail server, and it would slow every start.
  const transport = import('nodemailer').then(({ createTransport }) => createTransport(smtpUrl));
  return {
    // The link is valid even if the mail fails, so the caller does not wait for the mail server.
    send: async (to, subject, text) => {
      transport
        .then((server) => server.sendMail({ from: mailFrom, to, subject, text }))
        .catch((error) => reportError(error, { problem: 'A mail could not be sent.' }));
    },
  };
};
