import { hasChannels } from '@kreide/core/features/schools';
import { isLanguage, type Permission, permissionsOf, type Role, toReadingPermissions } from '@kreide/core/kernel';
import type { Actor } from '../../kernel/http/context.ts';
import { dutyOf } from '../schools/index.ts';
import { readsOnly } from '../users/index.ts';
import type { SessionRow } from './queries/sessions.ts';

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
