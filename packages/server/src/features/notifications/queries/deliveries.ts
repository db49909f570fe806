import type { Delivery, PushKind } from '@kreide/core/features/notifications';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import { hasNotEnded, usersPart } from '../../users/index.ts';

/** A push message for all devices of a person that take any. */
export interface OrderedPush {
  user_id: number;
  kind: PushKind;
  /** The notification that it calls for. */
  message_uuid: string | null;
  /** Messages of one topic replace each other where they wait for a device. */
  topic: string;
  is_urgent: boolean;
  not_before: string;
  expires_at: string;
}

/** Orders messages for the devices of their receivers, in one statement; returns how many there are. */
export async function orderPushes(
  db: Kysely<DB>,
  schoolId: number,
  pushes: readonly OrderedPush[],
  now: Date,
): Promise<number> {
  if (pushes.length === 0) return 0;
  const { rows } = await sql`
    insert into push_deliveries (school_id, user_id, device_id, kind, message_uuid, topic, is_urgent, created_at, not_before, expires_at)
    select ${schoolId}, devices.user_id, devices.id, value ->> 'kind', (value ->> 'message_uuid')::uuid, value ->> 'topic',
      (value ->> 'is_urgent')::boolean,
      ${now.toISOString()}::timestamptz, (value ->> 'not_before')::timestamptz, (value ->> 'expires_at')::timestamptz
    from jsonb_array_elements(${toJsonText(pushes)}::jsonb) with ordinality as p(value, place)
    join devices on devices.school_id = ${schoolId} and devices.user_id = (value ->> 'user_id')::bigint
      and devices.ended_at is null and devices.type = 'web' and devices.push_notification_consent = 'ACCEPTED'
    order by place
    returning 1`.execute(db);
  return rows.length;
}

/** The people for whose devices a message of a topic waits. */
export async function listWaitingFor(db: Kysely<DB>, schoolId: number, topic: string): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('push_deliveries')
    .select('user_id')
    .distinct()
    .where('school_id', '=', schoolId)
    .where('topic', '=', topic)
    .where('state', '=', 'WAITING')
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

export interface DuePush {
  id: number;
  device_id: number;
  user_id: number;
  kind: PushKind;
  message_uuid: string | null;
  topic: string;
  tries: number;
  is_urgent: boolean;
  expires_at: string;
  token: string;
  locale: string | null;
}

/** Drops what nobody needs any more: expired, read, or of a device or person that is gone or may not sign in; returns the number. */
export async function dropStale(
  db: Kysely<DB>,
  schoolId: number,
  isRead: (uuids: readonly string[]) => Promise<ReadonlySet<string>>,
  now: Date,
) {
  const due = await db
    .selectFrom('push_deliveries')
    .select(['id', 'message_uuid'])
    .where('school_id', '=', schoolId)
    .where('state', '=', 'WAITING')
    .where('not_before', '<=', now.toISOString())
    .where('message_uuid', 'is not', null)
    .execute();
  const read = await isRead([...new Set(due.flatMap(({ message_uuid }) => message_uuid ?? []))]);
  const ended = await db
    .selectFrom('push_deliveries')
    .innerJoin(usersPart(db).as('owner'), (join) =>
      join.onRef('owner.school_id', '=', 'push_deliveries.school_id').onRef('owner.id', '=', 'push_deliveries.user_id'),
    )
    .select('push_deliveries.id')
    .where('push_deliveries.school_id', '=', schoolId)
    .where('state', '=', 'WAITING')
    .where((eb) =>
      eb.or([
        eb('owner.deleted_at', 'is not', null),
        eb('owner.is_locked', '=', true),
        eb.not(hasNotEnded(eb.ref('owner.expire_at'), now)),
      ]),
    )
    .execute();
  const seen = due.flatMap(({ id, message_uuid }) => (message_uuid !== null && read.has(message_uuid) ? [id] : []));
  const ids = [...seen, ...ended.map(({ id }) => id)];
  await sql`update push_deliveries set state = 'DROPPED', done_at = ${now.toISOString()}
    where push_deliveries.school_id = ${schoolId} and push_deliveries.state = 'WAITING'
      and (push_deliveries.id = any(${ids}::bigint[]) or push_deliveries.expires_at <= ${now.toISOString()}::timestamptz
        or exists (select 1 from devices where devices.school_id = push_deliveries.school_id
          and devices.id = push_deliveries.device_id and devices.ended_at is not null))`.execute(db);
}

/** What some notifications would call for is not sent: they have been taken back. */
export async function dropPushes(db: Kysely<DB>, schoolId: number, uuids: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('push_deliveries')
    .set({ state: 'DROPPED', done_at: now.toISOString() })
    .where('school_id', '=', schoolId)
    .where('state', '=', 'WAITING')
    .where('message_uuid', '=', sql<string>`any(${uuids}::uuid[])`)
    .execute();
}

/** Most messages of one round. */
const ROUND = 500;

/** The messages that are due, with where they go, oldest first. */
export async function listDue(db: Kysely<DB>, schoolId: number, now: Date): Promise<DuePush[]> {
  const rows = await db
    .selectFrom('push_deliveries')
    .innerJoin('devices', (join) =>
      join
        .onRef('devices.school_id', '=', 'push_deliveries.school_id')
        .onRef('devices.id', '=', 'push_deliveries.device_id'),
    )
    .innerJoin(usersPart(db).as('owner'), (join) =>
      join.onRef('owner.school_id', '=', 'push_deliveries.school_id').onRef('owner.id', '=', 'push_deliveries.user_id'),
    )
    .select(['push_deliveries.id', 'push_deliveries.device_id', 'push_deliveries.user_id', 'kind', 'message_uuid'])
    .select(['topic', 'tries', 'is_urgent', 'expires_at', 'devices.token', 'owner.locale'])
    .where('push_deliveries.school_id', '=', schoolId)
    .where('state', '=', 'WAITING')
    .where('not_before', '<=', now.toISOString())
    .orderBy('push_deliveries.id')
    .limit(ROUND)
    .execute();
  return rows as DuePush[];
}

/** What became of messages: the same result for several that were sent as one. */
export interface PushResult {
  ids: readonly number[];
  state: Delivery['state'];
  code: number | null;
  /** Where it stays WAITING: when it is tried again. */
  not_before: string | null;
}

/** Writes what became of messages, in one statement. */
export async function writeResults(
  db: Kysely<DB>,
  schoolId: number,
  results: readonly PushResult[],
  now: Date,
): Promise<void> {
  if (results.length === 0) return;
  const flat = results.flatMap(({ ids, ...result }) => ids.map((id) => ({ id, ...result })));
  await sql`update push_deliveries set state = value ->> 'state', code = (value ->> 'code')::integer,
      tries = push_deliveries.tries + 1,
      not_before = coalesce((value ->> 'not_before')::timestamptz, push_deliveries.not_before),
      done_at = case when value ->> 'state' = 'WAITING' then null else ${now.toISOString()}::timestamptz end
    from jsonb_array_elements(${toJsonText(flat)}::jsonb) as r(value)
    where push_deliveries.school_id = ${schoolId} and push_deliveries.id = (value ->> 'id')::bigint`.execute(db);
}

/** Puts messages off, in one statement: something about quiet hours has changed since they were ordered. */
export async function postpone(
  db: Kysely<DB>,
  schoolId: number,
  later: readonly { id: number; not_before: string }[],
): Promise<void> {
  if (later.length === 0) return;
  await sql`update push_deliveries set not_before = (value ->> 'not_before')::timestamptz
    from jsonb_array_elements(${toJsonText(later)}::jsonb) as r(value)
    where push_deliveries.school_id = ${schoolId} and push_deliveries.id = (value ->> 'id')::bigint`.execute(db);
}

/** When the next waiting message is due; null: none waits. */
export async function nextDue(db: Kysely<DB>, schoolId: number): Promise<string | null> {
  const row = await db
    .selectFrom('push_deliveries')
    .select((eb) => eb.fn.min('not_before').as('at'))
    .where('school_id', '=', schoolId)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Days that the log is kept. */
const LOG_DAYS = 30;

/** Removes what is older than the log is kept, and devices that ended before; returns the number. */
export async function pruneDeliveries(db: Kysely<DB>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - LOG_DAYS * 86_400_000).toISOString();
  const gone = await db.deleteFrom('push_deliveries').where('created_at', '<', before).executeTakeFirst();
  const ended = await db.deleteFrom('devices').where('ended_at', '<', before).executeTakeFirst();
  return Number(gone.numDeletedRows) + Number(ended.numDeletedRows);
}
