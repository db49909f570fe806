import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { findOn } from './arrival.ts';
import { openIdPageOf } from './openid/sign-out.ts';
import { samlPageOf } from './saml/sign-out.ts';
import type { SamlParts } from './saml/signing-in.ts';
import { type Reply, takeWayOut } from './way-out.ts';

type Leaving = Pick<Actor, 'school_id' | 'user_id' | 'user_uuid' | 'slink'>;

/**
 * Where somebody goes on who signs out in the browser in which they came from a service: to its page that ends their session there. Null: they
 * came another way, or it has no such page. It never fails: the session here is over in any case.
 */
export function createLeaving(parts: Pick<SamlParts, 'seal' | 'log' | 'appUrl'>) {
  return async function leaveService(
    db: Kysely<DB>,
    actor: Leaving,
    cookies: Readonly<Record<string, string | undefined>>,
    reply: Reply,
    now: Date,
  ): Promise<string | null> {
    try {
      const way = takeWayOut(parts.seal, cookies, reply, actor);
      const driver = way === null ? null : await findOn(db, actor.slink);
      if (!driver) return null;
      return (
        openIdPageOf(parts, driver, way) ?? (await samlPageOf(db, parts, { driver, slink: actor.slink, way }, now))
      );
    } catch (thrown) {
      parts.log.warn(
        { school: actor.school_id, error: (thrown as Error).name },
        'a service was not told of a sign-out',
      );
      return null;
    }
  };
}
