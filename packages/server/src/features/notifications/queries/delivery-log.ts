import { DELIVERIES_PAGE, type Delivery, type DeliveryOrder } from '@kreide/core/features/notifications';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { mailsPart } from '../../../kernel/mail/index.ts';
import { usersPart } from '../../users/index.ts';

/** Which deliveries are wanted; all of it must fit. */
export interface DeliverySelection {
  readonly user_id?: number | undefined;
  readonly device_uuid?: string | undefined;
  readonly way?: Delivery['way'] | undefined;
  readonly state?: Delivery['state'] | undefined;
  /** Part of the name or username of whom it was for. */
  readonly search?: string | undefined;
}

/** A row of either part; they have their columns in the same order. */
type LogRow = Omit<Delivery, 'id'> & { id: number; user_id: number };

function pushes(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('push_deliveries')
    .innerJoin('devices', (join) =>
      join
        .onRef('devices.school_id', '=', 'push_deliveries.school_id')
        .onRef('devices.id', '=', 'push_deliveries.device_id'),
    )
    .select(['push_deliveries.id', 'push_deliveries.user_id', 'kind', 'state', 'code', 'tries'])
    .select([
      'push_deliveries.created_at',
      'not_before',
      'done_at',
      'devices.uuid as device_uuid',
      'name as device_name',
    ])
    .select(sql`'push'`.as('way'))
    .where('push_deliveries.school_id', '=', schoolId)
    .$castTo<LogRow>();
}

function mails(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom(mailsPart(db).as('mail'))
    .select(['id', 'user_id', 'kind', 'state', 'code', 'tries', 'created_at', 'not_before', 'done_at'])
    .select([sql`null::uuid`.as('device_uuid'), sql`''`.as('device_name')])
    .select(sql`'mail'`.as('way'))
    .where('mail.school_id', '=', schoolId)
    .where('user_id', 'is not', null)
    .$castTo<LogRow>();
}

function selected(db: Kysely<DB>, schoolId: number, selection: DeliverySelection) {
  const { search } = selection;
  let query = db
    .selectFrom(pushes(db, schoolId).unionAll(mails(db, schoolId)).as('log'))
    .innerJoin(usersPart(db).as('person'), (join) =>
      join.on('person.school_id', '=', schoolId).onRef('person.id', '=', 'log.user_id'),
    );
  for (const column of ['user_id', 'device_uuid', 'way', 'state'] as const) {
    const value = selection[column];
    if (value !== undefined) query = query.where(`log.${column}`, '=', value);
  }
  if (search !== undefined) query = query.where(hasWords(sql`concat_ws(' ', lastname, firstname, username)`, search));
  return query;
}

interface Part {
  readonly order: DeliveryOrder;
  readonly page: number;
}

/** What became of push messages and mails; one page, and the first row of the next. Both directions read the same indexes. */
export async function listDeliveries(
  db: Kysely<DB>,
  schoolId: number,
  selection: DeliverySelection,
  { order, page }: Part,
) {
  const [direction, other] = order === 'at' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
  const rows = await selected(db, schoolId, selection)
    .select(['log.id', 'way', 'device_uuid', 'device_name', 'kind', 'state', 'code', 'tries'])
    .select(['log.created_at', 'not_before', 'done_at', 'log.user_id', 'person.firstname', 'person.lastname'])
    .orderBy('log.created_at', direction)
    .orderBy('way', other)
    .orderBy('log.id', direction)
    .offset((page - 1) * DELIVERIES_PAGE)
    .limit(DELIVERIES_PAGE + 1)
    .execute();
  return rows.map(({ id, user_id, firstname, lastname, ...row }) => ({
    ...row,
    id: `${row.way}-${id}`,
    user: { id: user_id, displayname: `${firstname} ${lastname}` },
  }));
}

/** How many there are. */
export async function countDeliveries(db: Kysely<DB>, schoolId: number, selection: DeliverySelection): Promise<number> {
  const { count } = await selected(db, schoolId, selection)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
