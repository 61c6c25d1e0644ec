/** The response to a call, as the reference shows it. */
export type Answer = { status: number; type: string; ms: number; text?: string; image?: string };

/** The most characters of a response that are shown: a long list would block the page. */
const MAX_CHARACTERS = 200_000;

/** Reads a response and reports it. A stream of events is reported each time that more of it has arrived. */
export const readAnswer = async (
  response: Response,
  elapsed: () => number,
  report: (answer: Answer) => void,
): Promise<void> => {
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const say = (content: Pick<Answer, 'text' | 'image'>) =>
    report({ status: response.status, type, ms: elapsed(), ...content });
  if (response.status === 204 || !response.body) return say({});
  if (type.startsWith('image/')) return say({ image: URL.createObjectURL(await response.blob()) });
  if (type === 'application/json') return say({ text: cut(indented(await response.text())) });
  if (!type.startsWith('text/')) return say({ text: `${(await response.blob()).size} bytes` });
  let text = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    say({ text: cut(text) });
    if (text.length > MAX_CHARACTERS) return;
  }
  say({ text });
};

const indented = (text: string): string => JSON.stringify(JSON.parse(text), null, 2);

const cut = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n…` : text;
