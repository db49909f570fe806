import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import type { Payload } from './grants.ts';

/** What is kept of a sign-in until it is over. */
export type ArtifactKind = 'Interaction' | 'AuthorizationCode' | 'AccessToken';

export interface ArtifactKey {
  readonly school_id: number;
  readonly kind: ArtifactKind;
  readonly key: string;
}

export async function keepArtifact(
  db: Kysely<DB>,
  { school_id, kind, key }: ArtifactKey,
  values: { grant_key: string | null; payload: Payload; until: Date },
): Promise<void> {
  const kept = {
    grant_key: values.grant_key,
    payload: toJsonText(values.payload),
    expires_at: values.until.toISOString(),
  };
  await db
    .insertInto('identity_artifacts')
    .values({ school_id, kind, key, ...kept })
    .onConflict((conflict) => conflict.columns(['school_id', 'kind', 'key']).doUpdateSet(kept))
    .execute();
}

export async function findArtifact(db: Kysely<DB>, { school_id, kind, key }: ArtifactKey, now: Date) {
  return db
    .selectFrom('identity_artifacts')
    .select(['payload', 'consumed_at', 'grant_key', 'expires_at'])
    .where('school_id', '=', school_id)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

/** @returns false: somebody was first */
export async function consumeArtifact(
  db: Kysely<DB>,
  { school_id, kind, key }: ArtifactKey,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity_artifacts')
    .set({ consumed_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function removeArtifact(db: Kysely<DB>, { school_id, kind, key }: ArtifactKey): Promise<void> {
  await db
    .deleteFrom('identity_artifacts')
    .where('school_id', '=', school_id)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute();
}

/** Of which school is the sign-in that a page names? The page shows it to nobody but the browser that began it. */
export async function schoolOfInteraction(db: Kysely<DB>, key: string): Promise<number | null> {
  const row = await db
    .selectFrom('identity_artifacts')
    .select('school_id')
    .where('key', '=', key)
    .where('kind', '=', 'Interaction')
    .executeTakeFirst();
  return row?.school_id ?? null;
}

/** Most sign-ins of a school that are begun and not over: whoever begins more pushes out the oldest. */
const BEGUN_MAXIMUM = 5000;

/** Nobody has to be signed in to begin: what is over goes at once, and there is room for so many. */
export async function makeRoom(db: Kysely<DB>, schoolId: number, now: Date): Promise<void> {
  await db
    .deleteFrom('identity_artifacts')
    .where('school_id', '=', schoolId)
    .where('kind', '=', 'Interaction')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', now.toISOString()),
        eb(
          'expires_at',
          '<',
          eb
            .selectFrom('identity_artifacts as newer')
            .select('newer.expires_at')
            .where('newer.school_id', '=', schoolId)
            .where('newer.kind', '=', 'Interaction')
            .orderBy('newer.expires_at', 'desc')
            .offset(BEGUN_MAXIMUM)
            .limit(1),
        ),
      ]),
    )
    .execute();
}

export async function pruneArtifacts(db: Kysely<DB>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_artifacts')
    .where('expires_at', '<', now.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
