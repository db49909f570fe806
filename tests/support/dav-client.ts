import { request as send } from 'node:http';
import { PASSWORD, signIn } from './people.ts';
import type { TestServer } from './server.ts';

export interface DavAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** How a program calls: a body of its own, and headers of the protocol. */
export interface DavRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A call as a program sends it, with the path to the letter: other clients tidy up `..` and fragments. */
export function callDav(
  url: string,
  method: string,
  path: string,
  { headers = {}, body }: DavRequest = {},
): Promise<DavAnswer> {
  const { hostname, port } = new URL(url);
  const isUnsaid = body === undefined || 'transfer-encoding' in headers;
  const length = isUnsaid ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = send({ agent: false, hostname, port, method, path, headers: { ...length, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Makes an app password for files, as a person does in the app. */
export async function makeFilesPassword(
  server: TestServer,
  slink: string,
  username: string,
  purpose: 'files' | 'program' | null = 'files',
): Promise<string> {
  const token = await signIn(server, slink, username);
  // Null: it does not say it.
  const body = { name: 'Computer', password: PASSWORD, ...(purpose ? { purpose } : {}) };
  const answer = await server.request('POST', '/v1/users/self/app-passwords', { token, body });
  if (answer.status !== 200) throw new Error(`the app password was answered ${answer.status}: ${answer.text}`);
  return answer.body.data.app_password;
}

export const basic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});
