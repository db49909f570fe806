import { isLanguage, permissionsOf, type Role } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Actor } from '../../kernel/context.ts';
import type { DB } from '../../kernel/database.generated.ts';
import { overrideColumns } from '../users/index.ts';

/** What a session was opened for: a token of one kind is nothing to the doors of the other. */
export type SessionKind = 'app' | 'webuntis';

/** The session behind a hashed token with its user and school; null when it is unknown, of another kind, or somebody is locked. */
export async function findSession(db: Kysely<DB>, kind: SessionKind, accessHash: Buffer) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'sessions.school_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .innerJoin('schools', 'schools.id', 'sessions.school_id')
    .select([
      'sessions.id as session_id',
      'sessions.access_expires_at',
      'sessions.refresh_expires_at',
      'sessions.last_used_at',
      'sessions.rotated_at',
      'users.id as user_id',
      'users.uuid as user_uuid',
      'users.type',
      'users.role',
      'users.locale',
      'users.is_locked',
      'schools.id as school_id',
      'schools.uuid as school_uuid',
      'schools.slink',
      'schools.time_zone',
      'schools.is_locked as school_is_locked',
      ...overrideColumns('users'),
    ])
    .where('sessions.access_hash', '=', accessHash)
    .where('sessions.kind', '=', kind)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  return row && !row.is_locked && !row.school_is_locked ? row : null;
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Who calls with this session. */
export function toActor(row: SessionRow): Actor {
  return {
    session_id: row.session_id,
    user_id: row.user_id,
    user_uuid: row.user_uuid,
    school_id: row.school_id,
    school_uuid: row.school_uuid,
    slink: row.slink,
    type: row.type,
    role: row.role as Role,
    permissions: permissionsOf(row, row),
    language: isLanguage(row.locale) ? row.locale : null,
    time_zone: row.time_zone,
  };
}

/** Remembers when a session was used last, and what else the use changes. */
export async function touchSession(
  db: Kysely<DB>,
  row: Pick<SessionRow, 'school_id' | 'session_id'>,
  values: { last_used_at: string; access_expires_at?: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set(values)
    .where('school_id', '=', row.school_id)
    .where('id', '=', row.session_id)
    .execute();
}
