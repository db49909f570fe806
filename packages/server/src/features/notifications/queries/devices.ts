import type { PushConsent } from '@kreide/core/features/notifications';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

interface Owner {
  school_id: number;
  user_id: number;
}

/** What a device says of itself. */
export interface DeviceValues {
  type: 'web' | 'ios' | 'android';
  push_notification_consent: PushConsent;
  token: string;
  app_version: string | null;
  package_name: string | null;
  name: string;
}

/** Devices of somebody that are registered, each with what became of its last message, last seen first. */
export async function listDevices(db: Kysely<DB>, { school_id, user_id }: Owner) {
  return db
    .selectFrom('devices')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('push_deliveries')
          .select(['state', 'code', 'done_at'])
          .whereRef('push_deliveries.school_id', '=', 'devices.school_id')
          .whereRef('push_deliveries.device_id', '=', 'devices.id')
          .where('push_deliveries.done_at', 'is not', null)
          .orderBy('push_deliveries.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['devices.uuid', 'type', 'push_notification_consent', 'app_version', 'package_name', 'name'])
    .select(['created_at', 'seen_at', 'last.state', 'last.code', 'last.done_at'])
    .where('devices.school_id', '=', school_id)
    .where('devices.user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .orderBy('seen_at', 'desc')
    .orderBy('devices.id', 'desc')
    .execute();
}
export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number];

const ENDED = { token_hash: null, token: '' };

/** Registers a device, or changes what is known of it; whoever had it before has it no longer. Returns its uuid. */
export async function saveDevice(
  db: Kysely<DB>,
  { school_id, user_id }: Owner,
  hash: Buffer,
  values: DeviceValues,
  now: Date,
): Promise<string> {
  const at = now.toISOString();
  await db
    .updateTable('devices')
    .set({ ...ENDED, ended_at: at })
    .where('token_hash', '=', hash)
    .where((eb) => eb.or([eb('school_id', '!=', school_id), eb('user_id', '!=', user_id)]))
    .execute();
  const { uuid } = await db
    .insertInto('devices')
    .values({ school_id, user_id, token_hash: hash, ...values, created_at: at, seen_at: at })
    .onConflict((conflict) =>
      conflict
        .column('token_hash')
        .where('token_hash', 'is not', null)
        .doUpdateSet({ ...values, seen_at: at }),
    )
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return uuid;
}

/** The device of a token, whoever has it; null when nobody has. */
export async function findDeviceByToken(db: Kysely<DB>, hashes: readonly Buffer[]) {
  const row = await db
    .selectFrom('devices')
    .select(['school_id', 'user_id', 'id'])
    .where('token_hash', 'in', hashes)
    .executeTakeFirst();
  return row ?? null;
}

/** Is or was there such a device at the school? */
export async function hasDevice(db: Kysely<DB>, schoolId: number, uuid: string): Promise<boolean> {
  const query = db.selectFrom('devices').select('id').where('school_id', '=', schoolId).where('uuid', '=', uuid);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Ends devices: they get no more messages, and their tokens are forgotten. */
export async function endDevices(db: Kysely<DB>, schoolId: number, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('devices')
    .set({ ...ENDED, ended_at: now.toISOString() })
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}
