import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { DriverRow } from '../queries.ts';
import { keepWayOut, type Leaver, ownerOfWay, type Reply } from '../way-out.ts';
import type { Named } from './assertion.ts';
import { toClient } from './client.ts';
import { readMetadata } from './metadata.ts';
import { toProve } from './requests.ts';
import { formatOf, ownOf, type SamlParts } from './signing-in.ts';

/** How the service knows whom it has signed in. */
const kept = z.object({
  ...ownerOfWay,
  name_id: z.string(),
  name_format: z.nullable(z.string()),
  session_index: z.nullable(z.string()),
});

/** Remembers in the browser by which name the service has to be told that somebody signs out. */
export function keepSamlWayOut(
  { seal }: Pick<SamlParts, 'seal'>,
  reply: Reply,
  person: Leaver,
  { name_id, name_format, session_index }: Named,
  stay: boolean,
): void {
  keepWayOut(seal, reply, person, { name_id, name_format, session_index }, stay);
}

/** The page of a service of SAML that ends the session of somebody there; null: it has none, or they did not come from it. */
export async function samlPageOf(
  db: Kysely<DB>,
  { seal, appUrl }: Pick<SamlParts, 'seal' | 'appUrl'>,
  { driver, slink, way }: { driver: DriverRow; slink: string; way: unknown },
  now: Date,
): Promise<string | null> {
  const { data: found } = kept.safeParse(way);
  if (!found || driver.method !== 'SAML') return null;
  const idp = readMetadata(driver.metadata ?? '');
  if (idp.sign_out === null) return null;
  const own = await ownOf(db, { seal, appUrl }, { id: driver.school_id, slink }, formatOf(driver), now);
  const client = await toClient({ ...own, idp, certificates: toProve(idp, now) });
  const { name_id: nameID, name_format, session_index } = found;
  const named = { issuer: idp.entity_id, nameID, nameIDFormat: name_format ?? undefined };
  const session = session_index === null ? {} : { sessionIndex: session_index };
  return await client.getLogoutUrlAsync({ ...named, ...session } as never, '', {});
}
