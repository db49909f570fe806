import { PASSWORD } from './people.ts';
import type { TestAnswer, TestServer } from './server.ts';

export const RPC_PATH = '/WebUntis/jsonrpc.do';

export interface RpcOptions {
  /** Sent in the address; null: none. */
  slink?: string | null;
  session?: string | undefined;
  headers?: Record<string, string>;
}

/** One call as any client makes it. */
export function callRpc(
  server: TestServer,
  method: string,
  params: unknown = {},
  { slink = 'amsel', session, headers = {} }: RpcOptions = {},
): Promise<TestAnswer> {
  return server.request('POST', slink === null ? RPC_PATH : `${RPC_PATH}?school=${encodeURIComponent(slink)}`, {
    body: { id: 'req-1', method, params, jsonrpc: '2.0' },
    headers: { ...(session ? { cookie: `JSESSIONID=${session}` } : {}), ...headers },
  });
}

/** Signs in and returns the session id. */
export async function openRpc(server: TestServer, user: string, slink = 'amsel'): Promise<string> {
  const { body, text } = await callRpc(server, 'authenticate', { user, password: PASSWORD, client: 'test' }, { slink });
  if (!body?.result) throw new Error(`${user} could not sign in: ${text}`);
  return body.result.sessionId;
}
