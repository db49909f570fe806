import { hasChannels } from '@kreide/core/features/schools';
import { isLanguage, type Permission, permissionsOf, type Role, toReadingPermissions } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { dutyOf } from '../schools/index.ts';
import { hasExpired, readsOnly } from '../users/index.ts';
import { findSessionById, type SessionRow } from './queries/sessions.ts';

/** Permissions without a use at a school that has no channels. */
const OF_CHANNELS: readonly Permission[] = ['create-channel', 'create-conversation'];

/** The actor of this session. */
export function toActor(row: SessionRow, now: Date, is_program = false): Actor {
  const has_channels = hasChannels(row.school_properties);
  const held = permissionsOf(row, row);
  const permissions = has_channels ? held : new Set([...held].filter((one) => !OF_CHANNELS.includes(one)));
  const reads_only = readsOnly(row, now);
  return {
    session_id: row.session_id,
    user_id: row.user_id,
    user_uuid: row.user_uuid,
    school_id: row.school_id,
    school_uuid: row.school_uuid,
    slink: row.slink,
    type: row.type,
    role: row.role as Role,
    permissions: reads_only ? toReadingPermissions(permissions) : permissions,
    language: isLanguage(row.locale) ? row.locale : null,
    time_zone: row.time_zone,
    lacks_second_step: dutyOf(row, row, now) === 'due',
    has_channels,
    reads_only,
    is_program,
  };
}

/**
 * The actor of a session that another server speaks for, as the database has it now; null: it was ended, or its person may
 * not sign in.
 */
export async function actorOfSession(
  db: Kysely<DB>,
  session: { readonly school_id: number; readonly session_id: number; readonly user_id: number },
  now: Date,
): Promise<Actor | null> {
  const row = await findSessionById(db, session, now);
  if (!row || hasExpired(row, now)) return null;
  const actor = toActor(row, now);
  return actor.lacks_second_step ? null : actor;
}
