import { isLanguage, permissionsOf, type Role, toReadingPermissions } from '@kreide/core/kernel';
import type { Actor } from '../../kernel/http/context.ts';
import { dutyOf } from '../schools/index.ts';
import { readsOnly } from '../users/index.ts';
import type { SessionRow } from './queries/sessions.ts';

/** The actor of this session. */
export function toActor(row: SessionRow, now: Date, is_program = false): Actor {
  const permissions = permissionsOf(row, row);
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
    reads_only,
    is_program,
  };
}
