import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EnvHttpProxyAgent, fetch as send, FormData as WireForm } from 'undici';

/** The HTTP connections of one run. */
export interface Http {
  fetch: typeof fetch;
  /** Closes idle connections, so that the process can exit. */
  close(): Promise<void>;
}

const LIMITS = { headersTimeout: 0, bodyTimeout: 0, connectTimeout: 2_500 } as const;

/**
 * HTTP over undici, through the proxy of HTTP_PROXY, HTTPS_PROXY and NO_PROXY (D-3.13), which is asked for a tunnel only where the way is
 * encrypted: many refuse one to other ports. The client sets the timeouts.
 */
export function createHttp(): Http {
  const dispatcher = new EnvHttpProxyAgent({ ...LIMITS, proxyTunnel: false });
  const wireFetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { body, ...rest } = init;
    const request = { ...rest, dispatcher, body: body instanceof FormData ? toWireForm(body) : body };
    // undici declares the same shapes with classes of its own.
    return (await send(url, request as never)) as unknown as Response;
  };
  return { fetch: wireFetch as typeof fetch, close: () => dispatcher.destroy() };
}

/** undici sends only its own FormData as multipart; Node's built-in one would become the text `[object FormData]`. */
function toWireForm(form: FormData): WireForm {
  const wire = new WireForm();
  for (const [name, value] of form) {
    if (typeof value === 'string') wire.append(name, value);
    else wire.append(name, value, value.name);
  }
  return wire;
}

/** Reports the bytes of request bodies sent while `action` runs; a retry starts at 0 again. */
export async function watchSending<T>(onSent: (bytes: number) => void, action: () => Promise<T>): Promise<T> {
  let sent = 0;
  const onRequest = () => {
    sent = 0;
  };
  const onChunk = (message: unknown) => {
    sent += (message as { chunk: { byteLength?: number; length: number } }).chunk.length;
    onSent(sent);
  };
  subscribe('undici:request:create', onRequest);
  subscribe('undici:request:bodyChunkSent', onChunk);
  try {
    return await action();
  } finally {
    unsubscribe('undici:request:create', onRequest);
    unsubscribe('undici:request:bodyChunkSent', onChunk);
  }
}
