import type { usersApi } from '@kreide/core/features/users';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { keepAdministrator, loadPerson } from './managed-person.ts';
import type { PeopleParts } from './people.ts';
import { copyAccount } from './queries/moving.ts';
import { isTaken } from './queries/people.ts';

type Api = typeof usersApi;
type Parts = Pick<PeopleParts, 'planChanged' | 'sessions' | 'erase' | 'listManagedSchools' | 'moveSignIns'>;

/** Moves the account of a person to another school, in a transaction; answers its number there. */
export function createMove({ erase, moveSignIns }: Pick<PeopleParts, 'erase' | 'moveSignIns'>) {
  return async (trx: Kysely<DB>, from: { school_id: number; user_id: number }, schoolId: number, now: Date) => {
    const to = { school_id: schoolId, user_id: await copyAccount(trx, from, schoolId, now) };
    await moveSignIns(trx, { from, to }, now);
    await erase(trx, from, now);
    return to.user_id;
  };
}
export type MoveAccount = ReturnType<typeof createMove>;

/** A person goes to another school, by somebody who manages people at both (P-6.15, P-7.68). */
export function movingHandlers({ planChanged, sessions, erase, listManagedSchools, moveSignIns }: Parts) {
  const moveAccount = createMove({ erase, moveSignIns });
  return {
    async listMoveSchools(context: HandlerContext<Api['listMoveSchools']>) {
      await loadPerson('delete', context);
      return { data: await listManagedSchools(context.db, context.actor, context.now) };
    },

    async moveSchool(context: HandlerContext<Api['moveSchool']>): Promise<undefined> {
      const { body, actor, db, now, write, record, afterCommit, fail } = context;
      const row = await loadPerson('delete', context);
      if (body.school_id === actor.school_id) return fail('same_school');
      const school = (await listManagedSchools(db, actor, now)).find(({ id }) => id === body.school_id);
      if (!school) return fail('not_found');
      await keepAdministrator(row, context);
      const trx = await write();
      if (await isTaken(trx, school.id, row)) return fail('account_taken');
      const from = { school_id: actor.school_id, user_id: row.id };
      const movedId = await moveAccount(trx, from, school.id, now);
      // Neither log keeps more of the person than the number, and neither names the other school.
      record({ entity: 'users', id: from.user_id, before: { type: row.type } });
      record({
        entity: 'users',
        id: movedId,
        by: { school_id: school.id, user_id: null },
        after: { type: row.type },
      });
      afterCommit(() => sessions.changed(from.user_id));
      afterCommit(() => planChanged(actor.school_id));
    },
  };
}
