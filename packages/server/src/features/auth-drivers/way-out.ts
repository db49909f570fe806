import { SESSION_SECONDS } from '@kreide/core/features/auth';
import { API_BASE } from '@kreide/core/kernel';
import * as z from 'zod/mini';
import type { Seal } from '../../kernel/config/seal.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';

export type Reply = HandlerContext['reply'];

/** Whose way out of a service it is. */
export interface Leaver {
  readonly school_id: number;
  readonly user_id: number;
  readonly user_uuid: string;
}

/** The same in what the browser keeps. */
export const ownerOfWay = { school_id: z.number(), user_id: z.number() };
const owner = z.looseObject(ownerOfWay);

/** The call that ends a session is the only one that it is sent with. */
const PATH = `${API_BASE}/logout`;
const nameFor = (userUuid: string) => `kreide_service_${userUuid}`;
const OWNER = 'auth-drivers sign-out';

/** Browsers keep no longer cookie than some 4,096 bytes, with its name and how long it is good. */
const LONGEST = 3800;

const sealIt = (seal: Seal, values: object) => seal.close(JSON.stringify(values), OWNER).toString('base64url');

/** Would a browser keep this? */
export const isKeepable = (seal: Seal, values: object): boolean => sealIt(seal, values).length <= LONGEST;

/** Lets the browser that came from a service keep, sealed, how the service knows whom it has signed in. */
export function keepWayOut(seal: Seal, reply: Reply, { user_uuid, ...ids }: Leaver, way: object, stay: boolean): void {
  const { school_id, user_id } = ids;
  reply.setCookie(nameFor(user_uuid), sealIt(seal, { school_id, user_id, ...way }), {
    path: PATH,
    httpOnly: true,
    ...(stay ? { maxAge: SESSION_SECONDS.stay } : {}),
  });
}

/** Takes it back; null: there is none, or it is somebody else's. Throws where this server has not sealed it. */
export function takeWayOut(
  seal: Seal,
  cookies: Readonly<Record<string, string | undefined>>,
  reply: Reply,
  { school_id, user_id, user_uuid }: Leaver,
): unknown {
  const cookie = cookies[nameFor(user_uuid)];
  if (!cookie) return null;
  reply.clearCookie(nameFor(user_uuid), PATH);
  const way = owner.parse(JSON.parse(seal.open(Buffer.from(cookie, 'base64url'), OWNER)));
  return way.school_id === school_id && way.user_id === user_id ? way : null;
}
