import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { listSupervisions, replaceSupervisions } from '../../timetable/index.ts';
import { type ToId, toIdOrNull } from './ids.ts';
import type { SupervisionRow } from './state.ts';
import { keepBefore, type Publication } from './year.ts';

/** Writes the supervisions of the school year, and those before for undo. */
export async function applySupervisions(
  db: Kysely<DB>,
  at: Publication,
  supervisions: readonly SupervisionRow[],
  toId: ToId,
): Promise<void> {
  const before = await listSupervisions(db, at.schoolId, at.yearId);
  const after = supervisions.map((row) => ({
    ...row,
    uuid: row.uuid ?? randomUUID(),
    teacher_id: toIdOrNull(row.teacher_id, toId),
  }));
  await replaceSupervisions(db, { school_id: at.schoolId, id: at.yearId }, after);
  await keepBefore(db, at, 'supervisions', before, after);
}
