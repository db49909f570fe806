import { SESSION_SECONDS } from '@kreide/core/features/auth';
import { API_BASE } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../../kernel/http/context.ts';
import { findOn } from '../arrival.ts';
import type { Named } from './assertion.ts';
import { toClient } from './client.ts';
import { readMetadata } from './metadata.ts';
import { toProve } from './requests.ts';
import { formatOf, ownOf, type SamlParts } from './signing-in.ts';

/** The call that ends a session is the only one that it is sent with. */
const PATH = `${API_BASE}/logout`;
const nameFor = (userUuid: string) => `kreide_service_${userUuid}`;
const OWNER = 'auth-drivers sign-out';

/** How the service knows whom it has signed in; the browser that came from there keeps it, sealed. */
const kept = z.object({
  school_id: z.number(),
  user_id: z.number(),
  name_id: z.string(),
  name_format: z.nullable(z.string()),
  session_index: z.nullable(z.string()),
});

type Reply = HandlerContext['reply'];

/** Remembers in the browser by which name the service has to be told that somebody signs out. */
export function keepWayOut(
  { seal }: Pick<SamlParts, 'seal'>,
  reply: Reply,
  person: { school_id: number; user_id: number; user_uuid: string },
  { name_id, name_format, session_index }: Named,
  stay: boolean,
): void {
  const { user_uuid, ...ids } = person;
  const values = { ...ids, name_id, name_format, session_index };
  const value = seal.close(JSON.stringify(values), OWNER).toString('base64url');
  reply.setCookie(nameFor(user_uuid), value, {
    path: PATH,
    httpOnly: true,
    ...(stay ? { maxAge: SESSION_SECONDS.stay } : {}),
  });
}

type Leaving = Pick<Actor, 'school_id' | 'user_id' | 'user_uuid' | 'slink'>;

/**
 * Where somebody goes on who signs out in the browser in which they came from a service of SAML: to its page that ends their session there.
 * Null: they came another way, or it has no such page. It never fails: the session here is over in any case.
 */
export function createLeaving({ seal, log, appUrl }: Pick<SamlParts, 'seal' | 'log' | 'appUrl'>) {
  return async function leaveService(
    db: Kysely<DB>,
    actor: Leaving,
    cookies: Readonly<Record<string, string | undefined>>,
    reply: Reply,
    now: Date,
  ): Promise<string | null> {
    const cookie = cookies[nameFor(actor.user_uuid)];
    if (!cookie) return null;
    reply.clearCookie(nameFor(actor.user_uuid), PATH);
    try {
      const found = kept.parse(JSON.parse(seal.open(Buffer.from(cookie, 'base64url'), OWNER)));
      const driver = await findOn(db, actor.slink);
      const isTheirs = found.school_id === actor.school_id && found.user_id === actor.user_id;
      if (!isTheirs || driver?.method !== 'SAML') return null;
      const idp = readMetadata(driver.metadata ?? '');
      if (idp.sign_out === null) return null;
      const school = { id: actor.school_id, slink: actor.slink };
      const own = await ownOf(db, { seal, appUrl }, school, formatOf(driver), now);
      const client = await toClient({ ...own, idp, certificates: toProve(idp, now) });
      const { name_id: nameID, name_format, session_index } = found;
      const named = { issuer: idp.entity_id, nameID, nameIDFormat: name_format ?? undefined };
      const session = session_index === null ? {} : { sessionIndex: session_index };
      return await client.getLogoutUrlAsync({ ...named, ...session } as never, '', {});
    } catch (thrown) {
      log.warn({ school: actor.school_id, error: (thrown as Error).name }, 'a service was not told of a sign-out');
      return null;
    }
  };
}

export type LeaveService = ReturnType<typeof createLeaving>;
