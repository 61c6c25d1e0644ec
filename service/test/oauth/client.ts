export const CLIENT = 'darkroom-cli';
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

export type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

export const form = async (
  base: string,
  path: string,
  parameters: Record<string, string> | [string, string][],
): Promise<Answer> =>
  answerOf(await fetch(base + path, { method: 'POST', body: new URLSearchParams(parameters) }));

export const answerOf = async (answer: Response): Promise<Answer> => {
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : {} };
};

export const askForCode = async (
  base: string,
  clientId = CLIENT,
): Promise<{ device_code: string; user_code: string }> =>
  (await form(base, '/oauth/device/code', { client_id: clientId })).body as never;

export const redeem = (base: string, deviceCode: string, clientId = CLIENT): Promise<Answer> =>
  form(base, '/oauth/token', { grant_type: DEVICE_GRANT, client_id: clientId, device_code: deviceCode });

export const refresh = (base: string, refreshToken: string, clientId = CLIENT): Promise<Answer> =>
  form(base, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
  });
