import type { BuiltSchool } from './people.ts';
import { PASSWORD } from './people.ts';
import type { TestAnswer, TestServer } from './server.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const KREIDE = 'urn:ietf:params:scim:schemas:extension:kreide:2.0:User';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const BULK = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

/** A service that speaks SCIM, at one school. */
export interface ScimPeer {
  readonly token: string;
  readonly base: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    options?: { headers?: Record<string, string>; token?: string | undefined },
  ): Promise<TestAnswer>;
  /** Patches with these operations. */
  patch(path: string, ...operations: object[]): Promise<TestAnswer>;
}

/** An administrator makes a token, and a service calls with it. */
export async function connectScim(
  server: TestServer,
  school: BuiltSchool,
  admin: string,
  name = 'Entra',
): Promise<ScimPeer> {
  const made = await server.request('POST', `/v1/schools/${school.id}/scim/tokens`, {
    token: admin,
    body: { name, ends_on: '2027-07-31', password: PASSWORD },
  });
  if (made.status !== 200) throw new Error(`making a token answered ${made.status}: ${made.text}`);
  const { token } = made.body.data;
  const base = `/v1/scim/v2/${school.uuid}`;
  const call: ScimPeer['call'] = (method, path, body, { headers = {}, ...options } = {}) =>
    server.request(method, `${base}${path}`, {
      token: 'token' in options ? options.token : token,
      ...(body === undefined ? {} : { body }),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }), ...headers },
    });
  return {
    token,
    base,
    call,
    patch: (path, ...Operations) => call('PATCH', path, { schemas: [PATCH_OP], Operations }),
  };
}

/** Somebody as a service brings them. */
export const person = (userName: string, values: Record<string, unknown> = {}) => ({
  schemas: [USER, KREIDE],
  userName,
  externalId: `ext-${userName}`,
  name: { givenName: 'Lina', familyName: 'Berg' },
  active: true,
  [KREIDE]: { role: 'STUDENT' },
  ...values,
});
