import {
  CHILD_REQUEST_DAYS,
  type ChildRequest,
  type ChildRequestDraft,
  REGISTRATION_PAGE,
  type ReceivedChildRequest,
} from '@kreide/core/features/registration';
import { toCan } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { type PersonKey, usersPart } from '../../users/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const COLUMNS = [
  'id',
  'firstname',
  'lastname',
  'birthdate',
  'grade',
  'state',
  'way',
  'reason',
  'created_at',
  'answered_at',
] as const;

const inDays = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();

type Row = Pick<Awaited<ReturnType<typeof findOwnRequest>> & object, (typeof COLUMNS)[number]>;

export function toChildRequest({ state, way, ...row }: Row): ChildRequest {
  return { ...row, state: state as ChildRequest['state'], way: way as ChildRequest['way'] };
}

export async function createChildRequest(
  db: Kysely<DB>,
  { school_id, user_id }: PersonKey,
  draft: ChildRequestDraft,
  now: Date,
): Promise<ChildRequest> {
  const row = await db
    .insertInto('child_requests')
    .values({
      school_id,
      parent_id: user_id,
      ...draft,
      created_at: now.toISOString(),
      expires_at: inDays(now, CHILD_REQUEST_DAYS.open),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toChildRequest(row);
}

/** How many requests of a parent wait, and how many were made since a moment. */
export async function countChildRequests(db: Kysely<DB>, { school_id, user_id }: PersonKey, since: Date) {
  const { open, recent } = await db
    .selectFrom('child_requests')
    .select((eb) => eb.fn.countAll<number>().filterWhere('state', '=', 'open').as('open'))
    .select((eb) => eb.fn.countAll<number>().filterWhere('created_at', '>', since.toISOString()).as('recent'))
    .where('school_id', '=', school_id)
    .where('parent_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return { open: Number(open), recent: Number(recent) };
}

function ownRequests(db: Kysely<DB>, { school_id, user_id }: PersonKey) {
  return db
    .selectFrom('child_requests')
    .leftJoin('activation_keys as key', (join) =>
      join.onRef('key.school_id', '=', 'child_requests.school_id').onRef('key.id', '=', 'child_requests.key_id'),
    )
    .select(COLUMNS.map((column) => `child_requests.${column}` as const))
    .where('child_requests.school_id', '=', school_id)
    .where('child_requests.parent_id', '=', user_id);
}

/** The requests of a parent, without those that were taken back and those whose code was used. */
export async function listOwnRequests(db: Kysely<DB>, parent: PersonKey) {
  return ownRequests(db, parent)
    .where('child_requests.state', '!=', 'withdrawn')
    .where('key.used_at', 'is', null)
    .orderBy('child_requests.id', 'desc')
    .execute();
}

export async function findOwnRequest(db: Kysely<DB>, parent: PersonKey, id: number) {
  return ownRequests(db, parent).where('child_requests.id', '=', id).executeTakeFirst();
}

function receivedOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('child_requests')
    .innerJoin(usersPart(db).as('parent'), (join) =>
      join
        .onRef('parent.school_id', '=', 'child_requests.school_id')
        .onRef('parent.id', '=', 'child_requests.parent_id')
        .on('parent.deleted_at', 'is', null),
    )
    .select(COLUMNS.map((column) => `child_requests.${column}` as const))
    .select(['parent.id as parent_id', 'parent.firstname as parent_firstname', 'parent.lastname as parent_lastname'])
    .where('child_requests.school_id', '=', schoolId)
    .where('child_requests.state', '!=', 'withdrawn');
}

/** Requests of a school: those that wait, the oldest first, and then the answered ones, the newest first; a page and the first of the next. */
export async function listReceivedRequests(db: Kysely<DB>, schoolId: number, page: number) {
  return receivedOf(db, schoolId)
    .orderBy('answered_at', (order) => order.desc().nullsFirst())
    .orderBy('created_at')
    .orderBy('child_requests.id')
    .offset((page - 1) * REGISTRATION_PAGE)
    .limit(REGISTRATION_PAGE + 1)
    .execute();
}
export type ReceivedRow = Awaited<ReturnType<typeof listReceivedRequests>>[number];

export async function findReceivedRequest(db: Kysely<DB>, schoolId: number, id: number) {
  return receivedOf(db, schoolId).where('child_requests.id', '=', id).executeTakeFirst();
}

export function toReceivedRequest(row: ReceivedRow, hasEmail: boolean): ReceivedChildRequest {
  const { parent_id, parent_firstname, parent_lastname, ...request } = row;
  return {
    ...toChildRequest(request),
    parent: { id: parent_id, displayname: `${parent_firstname} ${parent_lastname}`, has_email: hasEmail },
    can: toCan({ answer: row.state === 'open' }),
  };
}

type Answer =
  | { state: 'accepted'; way: 'letter' | 'mail'; key_id: number; answered_by: number }
  | { state: 'refused'; reason: string; answered_by: number }
  | { state: 'withdrawn' };

/** Ends a request that waits; false: somebody has answered it, or it was taken back. */
export async function endChildRequest(
  db: Kysely<DB>,
  schoolId: number,
  id: number,
  answer: Answer,
  now: Date,
): Promise<boolean> {
  const changed = await db
    .updateTable('child_requests')
    .set({ ...answer, answered_at: now.toISOString(), expires_at: inDays(now, CHILD_REQUEST_DAYS.answered) })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function countOpenChildRequests(db: Kysely<DB>, schoolId: number): Promise<number> {
  const { open } = await db
    .selectFrom('child_requests')
    .innerJoin(usersPart(db).as('parent'), (join) =>
      join
        .onRef('parent.school_id', '=', 'child_requests.school_id')
        .onRef('parent.id', '=', 'child_requests.parent_id')
        .on('parent.deleted_at', 'is', null),
    )
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('child_requests.school_id', '=', schoolId)
    .where('child_requests.state', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(open);
}

/** Removes requests that have been kept long enough; returns their number. */
export async function pruneChildRequests(db: Kysely<DB>, now: Date): Promise<number> {
  const gone = await db.deleteFrom('child_requests').where('expires_at', '<', now.toISOString()).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
