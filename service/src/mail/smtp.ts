import type { Mail } from '../ports/people.ts';

type Settings = { smtpUrl: string | undefined; mailFrom: string };

/** Links are shown to whoever makes them; where there is a mail server they are sent as well. */
export const openMail = (
  { smtpUrl, mailFrom }: Settings,
  reportError: (error: unknown, context: Record<string, string>) => void,
): Mail => {
  if (smtpUrl === undefined) return { send: async () => {} };
  // Read only here: most installations have no mail server, and every start would pay for it.
  const transport = import('nodemailer').then(({ createTransport }) => createTransport(smtpUrl));
  return {
    // The link was made whatever becomes of the mail, so nobody waits for it.
    send: async (to, subject, text) => {
      transport
        .then((server) => server.sendMail({ from: mailFrom, to, subject, text }))
        .catch((error) => reportError(error, { problem: 'A mail could not be sent.' }));
    },
  };
};
