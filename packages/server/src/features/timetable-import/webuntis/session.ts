import type { WebUntisMethod } from '@kreide/core/features/timetable-import';
import * as z from 'zod/mini';
import type { Outbound } from '../../../kernel/outbound/index.ts';
import { isSignedOut, toFailure, WebUntisFailure } from './failure.ts';

/** Who reads a plan, and where. */
export interface Account {
  readonly address: string;
  readonly school_name: string;
  readonly username: string;
  readonly password: string;
}

export interface SessionLimits {
  /** Of one answer, bytes. */
  readonly maxBytes: number;
  /** For one answer, ms. */
  readonly timeoutMs: number;
}

/** A class of forty lessons a week answers some hundred kilobytes for a quarter of a year. */
export const SESSION_LIMITS: SessionLimits = { maxBytes: 16_000_000, timeoutMs: 30_000 };

/** Sessions end by themselves after some minutes; one that never lasts is none. */
const SIGN_INS_MAXIMUM = 4;
const CLIENT = 'Kreide';

const answer = z.object({
  id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  result: z.optional(z.unknown()),
  error: z.optional(z.nullable(z.object({ code: z.int() }))),
});

export interface Session {
  /** The result of a method; signs in where the session has ended. Throws `WebUntisFailure`. */
  call(method: WebUntisMethod, params?: object): Promise<unknown>;
  /** Signs in now; otherwise the first call does. */
  open(): Promise<void>;
  /** Signs out; a session that cannot be ended ends by itself. */
  close(): Promise<void>;
}

interface Connecting {
  outbound: Pick<Outbound, 'request'>;
  account: Account;
  signal?: AbortSignal | undefined;
  limits?: Partial<SessionLimits> | undefined;
}

/** `name=value` of each cookie that may be sent back. */
function cookiesOf(headers: Readonly<Record<string, string | string[] | undefined>>): string[] {
  const given = headers['set-cookie'] ?? [];
  return (Array.isArray(given) ? given : [given]).flatMap((cookie) => {
    const [pair = ''] = cookie.split(';');
    return /^[\w.-]+=[^\s;,]{1,4000}$/.test(pair.trim()) ? [pair.trim()] : [];
  });
}

/** One account's calls to the JSON-RPC interface, one after the other. */
export function createSession({ outbound, account, signal, limits = {} }: Connecting): Session {
  const { address, school_name, username, password } = account;
  const url = `${address}/WebUntis/jsonrpc.do?school=${encodeURIComponent(school_name)}`;
  let cookies: string[] = [];
  let isOpen = false;
  let [calls, signIns] = [0, 0];

  async function ask(method: string, params: object): Promise<{ result: unknown; cookies: string[] }> {
    calls += 1;
    const id = `${calls}`;
    const order = { url, method: 'POST', maxRedirects: 0, ...SESSION_LIMITS, ...limits } as const;
    const { status, headers, body } = await outbound
      .request({
        ...order,
        ...(signal ? { signal } : {}),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
        },
        body: JSON.stringify({ id, method, params, jsonrpc: '2.0' }),
      })
      .catch((thrown: unknown) => {
        throw signal?.aborted ? new WebUntisFailure('interrupted', {}, thrown) : WebUntisFailure.from(thrown);
      });
    if (status === 429 || status >= 500) throw new WebUntisFailure('busy', { code: status });
    const parsed = answer.safeParse(toJson(body));
    if (!parsed.success) throw new WebUntisFailure('no_webuntis', { code: status });
    const { error, result } = parsed.data;
    if (error) throw toFailure(error.code, method === 'authenticate' ? null : (method as WebUntisMethod));
    // An answer to something else is none.
    if (result === undefined || (parsed.data.id ?? id) !== id)
      throw new WebUntisFailure('no_webuntis', { code: status });
    return { result, cookies: cookiesOf(headers) };
  }

  async function open(): Promise<void> {
    signIns += 1;
    if (signIns > SIGN_INS_MAXIMUM) throw new WebUntisFailure('no_session');
    cookies = [];
    const signedIn = await ask('authenticate', { user: username, password, client: CLIENT });
    const { sessionId } = (signedIn.result ?? {}) as { sessionId?: unknown };
    const isId = typeof sessionId === 'string' && /^[\w.-]{1,200}$/.test(sessionId);
    if (!isId) throw new WebUntisFailure('no_webuntis');
    const isSet = signedIn.cookies.some((cookie) => cookie.startsWith('JSESSIONID='));
    cookies = isSet ? signedIn.cookies : [...signedIn.cookies, `JSESSIONID=${sessionId}`];
    isOpen = true;
  }

  return {
    open,
    async call(method, params = {}) {
      if (!isOpen) await open();
      try {
        return (await ask(method, params)).result;
      } catch (thrown) {
        if (!isSignedOut(thrown)) throw thrown;
        await open();
        return (await ask(method, params)).result;
      }
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await ask('logout', {}).catch(() => {});
    },
  };
}

function toJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
