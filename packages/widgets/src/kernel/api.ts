import { type Client, createClient } from '@kreide/core/client';

/** The script that is running: `currentScript` in the ready bundle, the module's own address else. Read while loading. */
const SCRIPT = (document.currentScript as HTMLScriptElement | null)?.src || import.meta.url || location.href;

/** The server of an element: its attribute `api`, else where the script came from. Without a slash at the end. */
export function toApi(api: string | null): string {
  const wanted = api ?? SCRIPT;
  try {
    const url = new URL(wanted, location.href);
    return (api === null ? url.origin : url.origin + url.pathname).replace(/\/+$/, '');
  } catch {
    return wanted;
  }
}

/** Public reads: no own headers, no cookies, no preflight (D-2.08). With a token, the reads of the person whose it is. */
export function clientOf(api: string, token: string | null = null): Client {
  if (token === null) return createClient({ baseUrl: api, plain: true });
  const session = { access_token: token, uuid: '' };
  return createClient({ baseUrl: api, tokens: { get: () => session, set: () => {} } });
}
