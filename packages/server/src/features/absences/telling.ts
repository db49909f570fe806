import { absencesEvents } from '@kreide/core/features/absences';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { appendOutboxRows, roomsOf } from '../../kernel/realtime/outbox.ts';
import { gradeOn, gradesOf, listHeadsOf } from '../structure/index.ts';
import { listManagers, listParentsOf, usersPart } from '../users/index.ts';
import type { Whom } from './queries/absences.ts';

/**
 * What people hear of an absence. `reported`, `changed`, `withdrawn`: the family says so, to those who are responsible for the
 * class; `missing` and `found`: the roll says so, to the office (`staff`) at once and to the parents (`family`).
 */
export type AbsenceNews = 'reported' | 'changed' | 'withdrawn' | 'missing' | 'found';

export interface ToldAbsence {
  readonly about: AbsenceNews;
  readonly side: 'staff' | 'family';
  readonly classbook_id: number;
  readonly uuid: string;
  readonly pupil: string;
  readonly pupil_id: number | null;
  readonly grade: string | null;
  readonly begins_at: string;
  readonly ends_at: string;
  readonly people: readonly number[];
}

/**
 * Tells people of absences, in the caller's transaction, and answers how many messages that are. Reasons and notes are never
 * said. What the roll has found rings in quiet hours too.
 */
export type AbsenceTeller = (
  db: Kysely<DB>,
  schoolId: number,
  told: readonly ToldAbsence[],
  now: Date,
) => Promise<number>;

/** A pupil with their class on a day, and who is responsible for them. */
interface Concerned {
  readonly pupil: string;
  readonly grade: string | null;
  readonly parents: readonly number[];
  readonly heads: readonly number[];
}
const NOBODY: Concerned = { pupil: '', grade: null, parents: [], heads: [] };

/** Pupils with those who are responsible for them, by their number. */
export async function concernedBy(db: Kysely<DB>, schoolId: number, userIds: readonly (number | null)[], day: string) {
  const ids = [...new Set(userIds.flatMap((id) => id ?? []))];
  const isAmong = sql<number>`any(${ids}::bigint[])`;
  const people = await db
    .selectFrom(usersPart(db).where('school_id', '=', schoolId).where('id', '=', isAmong).as('person'))
    .leftJoin(gradesOf(db, schoolId).as('grade'), (join) =>
      join.on((eb) =>
        eb(eb.ref('grade.id'), '=', gradeOn(eb.ref('person.school_id'), eb.ref('person.id'), day) as never),
      ),
    )
    .select(['person.id', 'person.firstname', 'person.lastname', 'grade.id as grade_id', 'grade.shortcut as grade'])
    .execute();
  const links = await listParentsOf(db, schoolId, ids);
  const heads = await listHeadsOf(
    db,
    schoolId,
    people.flatMap(({ grade_id }) => grade_id ?? []),
  );
  const found = people.map(({ id, firstname, lastname, grade_id, grade }): [number, Concerned] => [
    id,
    {
      pupil: `${firstname} ${lastname}`,
      grade,
      parents: links.filter((link) => link.user_id === id).map(({ parent_id }) => parent_id),
      heads: heads.filter((head) => head.grade_id === grade_id).map(({ user_id }) => user_id),
    },
  ]);
  const byId = new Map(found);
  return (userId: number | null) => byId.get(userId ?? 0) ?? NOBODY;
}
type ConcernedBy = Awaited<ReturnType<typeof concernedBy>>;

interface Changed extends Whom {
  readonly uuid: string;
}

/**
 * Lets the open apps of the office, of those who are responsible for the classes, and of the families know that absences
 * changed; it says no more than which.
 */
export async function tellApps(
  db: Kysely<DB>,
  { school_id, classbook_id }: { school_id: number; classbook_id: number },
  changed: readonly Changed[],
  concerned: ConcernedBy,
  emit: HandlerContext['emit'] | null,
): Promise<void> {
  if (changed.length === 0) return;
  const managers = await listManagers(db, school_id);
  const heads = await listHeadsOf(
    db,
    school_id,
    changed.flatMap(({ grade_id }) => grade_id ?? []),
  );
  const told = changed.map(({ uuid, user_id, grade_id }) => {
    const ofGrade = heads.filter((head) => head.grade_id === grade_id).map((head) => head.user_id);
    const family = user_id === null ? [] : [user_id, ...concerned(user_id).parents];
    const users = [...new Set([...managers, ...concerned(user_id).heads, ...ofGrade, ...family])];
    return { users, payload: { classbook_id, uuid } };
  });
  const [first] = told;
  // One goes out with the commit; many, and those of a job, with the next sweep.
  if (emit && first && told.length === 1)
    return emit(absencesEvents.absenceChanged, { users: first.users }, first.payload);
  await appendOutboxRows(
    db,
    told.map(({ users, payload }) => ({
      school_id,
      event: absencesEvents.absenceChanged.name,
      audience: roomsOf({ users }),
      payload,
    })),
  );
}

/** An absence as people are told of it. */
export function toTold(
  about: AbsenceNews,
  side: ToldAbsence['side'],
  classbook_id: number,
  row: { uuid: string; user_id: number | null; begins_at: string; ends_at: string },
  concerned: ConcernedBy,
  people: readonly number[],
): ToldAbsence {
  const { pupil, grade } = concerned(row.user_id);
  const { uuid, begins_at, ends_at } = row;
  return { about, side, classbook_id, uuid, pupil, pupil_id: row.user_id, grade, begins_at, ends_at, people };
}
