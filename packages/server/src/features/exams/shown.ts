import { type Exam, examAbilitiesOf, examName } from '@kreide/core/features/exams';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { bookablesOf, byPlace, gradesOf, subjectsOf } from '../structure/index.ts';
import { listPersons } from '../users/index.ts';
import type { ExamRow, SeenExam } from './queries.ts';
import { type ExamReader, teachesUnit } from './reader.ts';

type Named = Pick<ExamRow, 'course_id' | 'course_shortcut' | 'course_name' | 'subject_id' | 'grade_ids'>;

const among = (ids: Iterable<number | null>) =>
  sql<number>`any(${[...new Set(ids)].filter((id) => id !== null)}::bigint[])`;

/** The names of what exams are about. */
export async function namesOfExams(db: Kysely<DB>, schoolId: number, rows: readonly Named[]) {
  const [grades, subjects] = [
    await gradesOf(db, schoolId)
      .where('id', '=', among(rows.flatMap(({ grade_ids }) => grade_ids)))
      .execute(),
    await subjectsOf(db, schoolId)
      .where('id', '=', among(rows.map(({ subject_id }) => subject_id)))
      .execute(),
  ];
  const sorted = grades.sort(byPlace);
  return (row: Named) => {
    const subject = subjects.find(({ id }) => id === row.subject_id);
    const parts = {
      course:
        row.course_id === null
          ? null
          : { id: row.course_id, shortcut: row.course_shortcut ?? '', name: row.course_name },
      subject: subject
        ? { id: subject.id, shortcut: subject.shortcut, name: subject.name, color: subject.color }
        : null,
      grades: sorted
        .filter(({ id }) => row.grade_ids.includes(id))
        .map(({ id, shortcut, name }) => ({ id, shortcut, name })),
    };
    return { ...parts, displayname: examName(parts) };
  };
}

/** Exams as their reader sees them. */
export async function toExams(
  db: Kysely<DB>,
  reader: ExamReader,
  actor: Pick<Actor, 'permissions' | 'type'>,
  rows: readonly SeenExam[],
): Promise<Exam[]> {
  if (rows.length === 0) return [];
  const { school_id } = reader;
  const named = await namesOfExams(db, school_id, rows);
  const rooms = await bookablesOf(db, school_id)
    .where('id', '=', among(rows.map(({ bookable_id }) => bookable_id)))
    .execute();
  const people = await listPersons(
    db,
    school_id,
    rows.flatMap(({ created_by, changed_by }) => [created_by, changed_by]).filter((id) => id !== null),
  );
  const nameOf = (wanted: number | null) => {
    const person = people.find(({ id }) => id === wanted);
    return person ? `${person.firstname} ${person.lastname}` : null;
  };
  return rows.map((row) => {
    const { view: _, ...can } = examAbilitiesOf(actor, { is_own: isOwn(reader, row), is_seen: true });
    const { course, subject, grades } = named(row);
    const room = rooms.find(({ id }) => id === row.bookable_id);
    return {
      id: row.id,
      uuid: row.uuid,
      date: row.date,
      time_begins_at: row.time_begins_at,
      time_ends_at: row.time_ends_at,
      kind: row.kind,
      topic: row.topic,
      note: row.note,
      course,
      subject,
      grades,
      room: room ? { id: room.id, shortcut: room.shortcut, name: room.name } : null,
      is_public: row.is_public,
      is_cancelled: row.is_cancelled,
      over_reason: can.update === 1 ? row.over_reason : null,
      author: can.update === 1 ? nameOf(row.created_by) : null,
      editor: can.update === 1 ? nameOf(row.changed_by) : null,
      child_ids: row.child_ids,
      updated_at: row.updated_at,
      can,
    };
  });
}

/** Is it theirs to change: what they teach, or have entered? */
export const isOwn = (
  reader: ExamReader,
  {
    course_id,
    grade_id,
    subject_id,
    created_by,
  }: Pick<ExamRow, 'course_id' | 'grade_id' | 'subject_id' | 'created_by'>,
): boolean =>
  reader.user_ids.length === 0 &&
  (created_by === reader.user_id || teachesUnit(reader, { course_id, grade_id, subject_id }));
