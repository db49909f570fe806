import { stemOf } from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import { appendAudit } from '../../../kernel/data/audit.ts';
import { fail } from '../../../kernel/http/failures.ts';
import { toRecorded } from '../opening.ts';
import { lockCloud } from '../queries/clouds.ts';
import { findLock } from '../queries/editing.ts';
import { renameEntry } from '../renaming.ts';
import { LockConflict } from './locks.ts';
import { openGranted, type WopiParts } from './opened.ts';
import type { EditGrant } from './token.ts';
import { readUtf7 } from './utf7.ts';
import type { WopiCause } from './writing.ts';

interface Renaming {
  readonly grant: EditGrant;
  readonly lock: string | null;
  /** As the header has it: UTF-7, without the extension. */
  readonly name: string;
  readonly cause: WopiCause;
}

/** Renames a document from within its editor (RenameFile), as the app does; answers the new name without its extension. */
export async function renameFile(
  { database, clock, ...parts }: WopiParts,
  { grant, lock, name, cause }: Renaming,
): Promise<string> {
  return database.kysely.transaction().execute(async (trx) => {
    const now = clock.now();
    const { cloud, row, can, actor, t } = await openGranted(trx, grant, { ...parts, now });
    if (!isAllowed(can, 'rename') || !isAllowed(can, 'collaborate')) return fail('forbidden');
    await lockCloud(trx, cloud.key);
    const held = await findLock(trx, cloud.key, row.id, now);
    if (held !== null && held !== lock) throw new LockConflict(held);
    const renaming = { cloud, row, entered: readUtf7(name), path: 'name', t, now };
    const after = (await renameEntry(trx, renaming)) ?? fail('not_found');
    const by = { school_id: actor.school_id, user_id: actor.user_id, origin: 'session', ...cause } as const;
    const change = { entity: 'cloud_files', id: row.id, before: toRecorded(row), after: toRecorded(after) };
    await appendAudit(trx, [{ ...by, action: 'cloud:audit.rename', ...change, now }]);
    return stemOf(after.name);
  });
}
