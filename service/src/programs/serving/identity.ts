import type { Config } from '../../config.ts';
import type { UserId } from '../../domain/ids.ts';
import { openExternalSignIn } from '../../external-sign-in/openid-connect.ts';
import { accessTokenAuthenticator } from '../../http/authentication/access-token-authenticator.ts';
import { principalCache } from '../../http/authentication/principal-cache.ts';
import { sessionAuthenticator } from '../../http/authentication/session-authenticator.ts';
import { openMail } from '../../mail/smtp.ts';
import { accessTokens as accessTokensOf } from '../../operations/oauth/access-tokens.ts';
import { openKeyring } from '../../operations/oauth/keyring.ts';
import { openPasswordTurns } from '../../operations/people/password-turns.ts';
import { auditLogIn } from '../../postgres/audit-log.ts';
import type { Database } from '../../postgres/connection/database.ts';
import { deviceCodesIn } from '../../postgres/people/device-codes.ts';
import { grantsIn } from '../../postgres/people/grants.ts';
import { identitiesIn } from '../../postgres/people/identities.ts';
import { invitationsIn } from '../../postgres/people/invitations.ts';
import { membersIn } from '../../postgres/people/members.ts';
import { noticeChoicesIn } from '../../postgres/people/notices.ts';
import { oauthClientsIn } from '../../postgres/people/oauth-clients.ts';
import { passwordResetsIn } from '../../postgres/people/password-resets.ts';
import { sessionsIn } from '../../postgres/people/sessions.ts';
import { signInAttemptsIn } from '../../postgres/people/sign-in-attempts.ts';
import { signingKeysIn } from '../../postgres/people/signing-keys.ts';
import { usersIn } from '../../postgres/people/users.ts';
import { reportError } from './report.ts';

/** Opens the ports and authenticators for people, sessions and connected apps. */
export const openIdentity = (database: Database, config: Config, publicUrl: () => string) => {
  const grants = grantsIn(database);
  const oauthClients = oauthClientsIn(database);
  const keyring = openKeyring(signingKeysIn(database));
  const accessTokens = accessTokensOf(keyring, () => ({
    issuer: publicUrl(),
    namespace: config.tokenNamespace ?? publicUrl(),
  }));
  const grantRights = principalCache(grants.principals);
  const sessions = sessionsIn(database, { idleSeconds: config.sessionIdleSeconds });
  const sessionRights = principalCache(sessions.principals);
  const forgetRights = (userId: UserId): void => {
    grantRights.forget(userId);
    sessionRights.forget(userId);
  };
  const byAccessToken = accessTokenAuthenticator(accessTokens, grantRights);
  const forgetKeys = (): void => {
    keyring.forget();
    byAccessToken.forget();
  };

  return {
    ports: {
      publicUrl,
      oauthClients,
      deviceCodes: deviceCodesIn(database),
      grants,
      keyring,
      accessTokens,
      refreshLifetimes: {
        idleSeconds: config.refreshIdleSeconds,
        absoluteSeconds: config.refreshAbsoluteSeconds,
      },
      users: usersIn(database),
      sessions,
      sessionLifetimeSeconds: config.sessionAbsoluteSeconds,
      attempts: signInAttemptsIn(database),
      passwordTurns: openPasswordTurns(),
      invitations: invitationsIn(database),
      passwordResets: passwordResetsIn(database),
      members: membersIn(database),
      auditLog: auditLogIn(database),
      mail: openMail(config, reportError),
      noticeChoices: noticeChoicesIn(database),
      identities: identitiesIn(database),
      externalSignIn: openExternalSignIn(config, publicUrl),
      forgetRights,
      authenticators: [byAccessToken.authenticate, sessionAuthenticator(sessionRights, publicUrl)],
    },
    /** Creates what the first call needs: the OAuth clients of the settings and a signing key. */
    begin: async (): Promise<void> => {
      await oauthClients.ensure(config.oauthClients);
      await keyring.signer();
    },
    notified: (payload: string): void => {
      if (payload === 'keys') forgetKeys();
      else forgetRights(payload as UserId);
    },
    /** Drops all cached keys, tokens and rights; call it after a gap in which notifications may have been missed. */
    forgetAll: (): void => {
      forgetKeys();
      grantRights.forgetAll();
      sessionRights.forgetAll();
    },
  };
};
