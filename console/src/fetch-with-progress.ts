import type { Fetch, OnProgress } from 'darkroom-client';

/** `fetch` with upload progress. With `onProgress` it uses XMLHttpRequest, because fetch does not report upload progress. */
export const fetchWithProgress: Fetch = (url, { onProgress, ...init }) =>
  onProgress ? sendWithProgress(url, init, onProgress) : fetch(url, init);

const sendWithProgress = (url: string, init: RequestInit, onProgress: OnProgress): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', url);
    request.responseType = 'blob';
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
    request.onload = () => {
      const { status, statusText } = request;
      const body = status === 204 ? null : (request.response as Blob);
      resolve(new Response(body, { status, statusText, headers: headersOf(request) }));
    };
    request.onerror = () =>
      reject(new TypeError('The service cannot be reached. Check your connection and try again.'));
    request.onabort = () => reject(new DOMException('The request was aborted.', 'AbortError'));
    init.signal?.addEventListener('abort', () => request.abort());
    request.send(init.body as XMLHttpRequestBodyInit);
  });

const headersOf = (request: XMLHttpRequest): Headers =>
  new Headers(
    request
      .getAllResponseHeaders()
      .trim()
      .split(/[\r\n]+/)
      .map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );
