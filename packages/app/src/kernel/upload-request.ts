/** Without a byte on its way for this long an upload counts as broken, ms. */
const STALLED = 60_000;
/** So long the server may take over what it has received whole: it is shown to a virus scanner. */
const WORKING = 180_000;

/**
 * `fetch` for a form, which says how much of it has been sent: browsers tell that of an XMLHttpRequest alone (C-4.20).
 * @param onProgress from 0 to 1
 */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const { signal } = init;
      let timer = 0;
      const wait = (limit: number) => {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => request.abort(), limit);
      };
      const fail = () => reject(signal?.aborted ? signal.reason : new TypeError('The upload broke off'));
      const abort = () => request.abort();
      request.open(init.method ?? 'POST', String(input));
      request.withCredentials = init.credentials === 'include';
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => {
        wait(loaded === total ? WORKING : STALLED);
        onProgress(total === 0 ? 0 : loaded / total);
      };
      request.onload = () => {
        const headers = { 'content-type': request.getResponseHeader('content-type') ?? '' };
        const body = request.status === 204 ? null : request.responseText;
        resolve(new Response(body, { status: request.status, headers }));
      };
      request.onerror = fail;
      request.onabort = fail;
      request.onloadend = () => {
        window.clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      if (signal?.aborted) return fail();
      signal?.addEventListener('abort', abort);
      wait(STALLED);
      request.send(init.body as XMLHttpRequestBodyInit);
    });
}
