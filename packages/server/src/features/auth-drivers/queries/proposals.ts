import type { ProposedBy } from '@kreide/core/features/auth-drivers';
import type { Insertable, Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { usersPart } from '../../users/index.ts';

/**
 * Proposals that nobody has answered, of people who are not archived, no administrators by now, and whom no list has connected meanwhile; nor
 * of a key that belongs to somebody else by now.
 */
const openPart = (db: Kysely<DB>, schoolId: number) =>
  db
    .selectFrom('auth_driver_proposals as proposal')
    .innerJoin(usersPart(db).as('user'), (join) =>
      join.onRef('user.school_id', '=', 'proposal.school_id').onRef('user.id', '=', 'proposal.user_id'),
    )
    .where('proposal.school_id', '=', schoolId)
    .where('proposal.refused_at', 'is', null)
    .where('user.deleted_at', 'is', null)
    .where('user.role', '!=', 'ADMIN')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('auth_driver_people as known')
            .innerJoin(usersPart(db).as('knownUser'), (join) =>
              join.onRef('knownUser.school_id', '=', 'known.school_id').onRef('knownUser.id', '=', 'known.user_id'),
            )
            .select('known.subject')
            .where('known.school_id', '=', schoolId)
            .where('knownUser.deleted_at', 'is', null)
            .where(({ or, eb: by, ref }) =>
              or([
                by('known.user_id', '=', ref('proposal.user_id')),
                by('known.subject', '=', ref('proposal.subject')),
              ]),
            ),
        ),
      ),
    );

/** Those that administrators are shown, the newest first. */
export async function listOpen(db: Kysely<DB>, schoolId: number, limit: number) {
  const rows = await openPart(db, schoolId)
    .select(['proposal.uuid', 'proposal.user_id', 'proposal.by', 'proposal.created_at'])
    .select(['user.firstname', 'user.lastname'])
    .orderBy('proposal.created_at', 'desc')
    .orderBy('proposal.uuid')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, by: row.by as ProposedBy }));
}

/** How many are shown, up to a number. */
export async function countOpen(db: Kysely<DB>, schoolId: number, maximum: number): Promise<number> {
  const rows = await openPart(db, schoolId).select('proposal.uuid').limit(maximum).execute();
  return rows.length;
}

/** False: the same key was proposed before. */
export async function keepProposal(
  trx: Kysely<DB>,
  proposal: Insertable<DB['auth_driver_proposals']>,
): Promise<boolean> {
  const row = await trx
    .insertInto('auth_driver_proposals')
    .values(proposal)
    .onConflict((conflict) => conflict.doNothing())
    .returning('uuid')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes one that waits; null: it was answered, or forgotten, or its person is archived or an administrator by now. */
export async function takeProposal(
  trx: Kysely<DB>,
  schoolId: number,
  uuid: string,
): Promise<{ user_id: number; subject: string } | null> {
  const row = await trx
    .deleteFrom('auth_driver_proposals as proposal')
    .using(usersPart(trx).as('user'))
    .whereRef('user.school_id', '=', 'proposal.school_id')
    .whereRef('user.id', '=', 'proposal.user_id')
    .where('user.deleted_at', 'is', null)
    .where('user.role', '!=', 'ADMIN')
    .where('proposal.school_id', '=', schoolId)
    .where('proposal.uuid', '=', uuid)
    .where('proposal.refused_at', 'is', null)
    .returning(['proposal.user_id', 'proposal.subject'])
    .executeTakeFirst();
  return row ?? null;
}

/** @returns whom it was about; null: it was answered, or forgotten */
export async function markRefused(trx: Kysely<DB>, schoolId: number, uuid: string, now: Date): Promise<number | null> {
  const row = await trx
    .updateTable('auth_driver_proposals')
    .set({ refused_at: now.toISOString() })
    .where('school_id', '=', schoolId)
    .where('uuid', '=', uuid)
    .where('refused_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Forgets old ones, those that were refused counted from then; returns the number. */
export async function pruneProposals(db: Kysely<DB>, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('auth_driver_proposals')
    .where('created_at', '<', before.toISOString())
    .where((eb) => eb.or([eb('refused_at', 'is', null), eb('refused_at', '<', before.toISOString())]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
