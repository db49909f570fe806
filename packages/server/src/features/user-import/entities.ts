import { randomUUID } from 'node:crypto';
import type { ListedEntities } from '@kreide/core/features/user-import';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import { createUnits, endUnits, takeUnitIds } from '../structure/index.ts';
import { type RunRow, updateRun } from './queries.ts';

export const SOURCE = 'user-import';

/** Adds classes and teachers of the list to the school, in the caller's transaction. */
export async function addEntities(db: Kysely<DB>, run: RunRow, { grades, teachers }: ListedEntities): Promise<void> {
  const of = { school_id: run.school_id, source: SOURCE };
  const gradeIds = await takeUnitIds(db, 'grade', grades.length);
  const teacherIds = await takeUnitIds(db, 'teacher', teachers.length);
  const named = grades.map(({ shortcut }, index) => ({
    id: gradeIds[index],
    uuid: randomUUID(),
    shortcut,
    name: shortcut,
  }));
  await createUnits(db, 'grade', named, of);
  const people = teachers.map((teacher, index) => ({ id: teacherIds[index], uuid: randomUUID(), ...teacher }));
  await createUnits(db, 'teacher', people, of);
  const { grade = [], teacher = [] } = run.entities;
  const entities = { grade: [...grade, ...gradeIds], teacher: [...teacher, ...teacherIds] };
  await updateRun(db, run, { entities: toJsonText(entities) });
}

/** Ends the added records, because the import that brought them has ended. */
export async function endEntities(db: Kysely<DB>, { school_id, entities }: RunRow, now: Date): Promise<void> {
  await endUnits(db, 'grade', entities.grade ?? [], school_id, now);
  await endUnits(db, 'teacher', entities.teacher ?? [], school_id, now);
}
