import type { ManagedPerson, managementApi, PeopleList } from '@kreide/core/features/management';
import { USERS_PAGE } from '@kreide/core/features/users';
import { type QueryOf, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listStatuses, requestsPart, toStatus } from '../settings/index.ts';
import { listPeople, type PeopleFilters, toListed } from '../users/index.ts';

/** What a list narrows the people of the school to. */
function filterOf(db: Kysely<DB>, schoolId: number, list: PeopleList | undefined, now: Date): PeopleFilters {
  if (list === 'deleted' || list === 'archived') return { gone: list };
  return list === undefined ? {} : { among: requestsPart(db, schoolId, list, now) };
}

/** A page of a list of people, and one more that opens the next page. */
export async function listPeopleOf(
  db: Kysely<DB>,
  actor: Actor,
  { filter, search, page = 1 }: QueryOf<typeof managementApi.listPeople>,
  now: Date,
): Promise<ManagedPerson[]> {
  const rows = await listPeople(
    db,
    actor.school_id,
    { ...filterOf(db, actor.school_id, filter, now), search },
    {
      order: 'name',
      offset: (page - 1) * USERS_PAGE,
      limit: USERS_PAGE + 1,
      today: toLocal(now, actor.time_zone).date,
    },
  );
  const ids = rows.map(({ id }) => id);
  const statuses = await listStatuses(db, actor.school_id, ids);
  return rows.map((row) => ({ ...toListed(row, actor), ...(statuses.get(row.id) ?? toStatus(undefined)) }));
}
