import type { AvailableCourse, Enrolment, Participant } from '@kreide/core/features/structure';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { coursesOf } from './units.ts';

type Person = { readonly school_id: number; readonly user_id: number };

/** An enrolment as it travels, as a column of a query. */
const asJson = sql<Enrolment | null>`case when e.id is null then null else json_build_object('id', e.id, 'user_id', e.user_id,
  'course_id', e.course_id, 'state', e.state, 'created_at', to_char(e.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'joined_at', e.joined_at, 'left_at', e.left_at, 'is_fixed', e.is_fixed) end`;

/** What ended before a day says nothing of it: somebody may decide anew. */
const goesOn = (today: string) => sql`(e.state = 'DESELECTED' or e.left_at is null or e.left_at >= ${today}::date)`;

/** What is decided about a person and each course: the newest row. */
const newest = (person: Person, today: string) => sql`select distinct on (e.course_id) e.* from enrolments e
  where e.school_id = ${person.school_id} and e.user_id = ${person.user_id} and ${goesOn(today)}
  order by e.course_id, e.joined_at desc, e.id desc`;

/**
 * The courses that a pupil can choose or takes: those of the grade of the day that are not for the whole grade, and those
 * chosen before. Courses of other school years are over.
 */
export async function listAvailableCourses(db: Kysely<DB>, person: Person, today: string): Promise<AvailableCourse[]> {
  const { school_id, user_id } = person;
  const { rows } = await sql<AvailableCourse>`
    select c.id, c.shortcut, c.name, c.type, case when s.id is null then null else json_build_object('id', s.id, 'shortcut', s.shortcut,
        'name', s.name, 'color', coalesce(s.user_color, s.color)) end as subject,
      coalesce((select json_agg(json_build_object('id', t.id, 'shortcut', t.shortcut,
          'name', nullif(concat_ws(' ', t.title, t.firstname, t.lastname), '')) order by t.shortcut, t.id)
        from teachers t where t.school_id = ${school_id} and t.id = any(c.teacher_ids)), '[]') as teachers,
      ${asJson} as enrolment
    from courses c
    left join subjects s on s.school_id = ${school_id} and s.id = c.subject_id
    left join school_years y on y.school_id = ${school_id} and y.id = c.season_id
    left join (${newest(person, today)}) e on e.school_id = ${school_id} and e.course_id = c.id
    where c.school_id = ${school_id} and c.ended_at is null and not c.is_temp and not c.is_required
      and (y.id is null or ${today} <= y.ends_at)
      and (e.state = 'SELECTED' or exists (select 1 from grade_memberships m where m.school_id = ${school_id}
        and m.user_id = ${user_id} and m.grade_id = any(c.grade_ids)
        and m.begins_at <= ${today} and (m.ends_at is null or m.ends_at >= ${today})))
    order by c.shortcut, c.id`.execute(db);
  return rows;
}

/** Everything that was decided about somebody's courses, oldest first. */
export async function listEnrolmentsOf(db: Kysely<DB>, { school_id, user_id }: Person): Promise<Enrolment[]> {
  const { rows } = await sql<{ one: Enrolment }>`select ${asJson} as one from enrolments e
    where e.school_id = ${school_id} and e.user_id = ${user_id} order by e.joined_at, e.id`.execute(db);
  return rows.map(({ one }) => one);
}

export async function findEnrolment(db: Kysely<DB>, schoolId: number, id: number): Promise<Enrolment | undefined> {
  const { rows } = await sql<{ one: Enrolment }>`select ${asJson} as one from enrolments e
    where e.school_id = ${schoolId} and e.id = ${id}`.execute(db);
  return rows[0]?.one;
}

/** What is decided about a person and one course. */
export async function findDecided(db: Kysely<DB>, person: Person, courseId: number, today: string) {
  const { rows } = await sql<{ one: Enrolment }>`select ${asJson} as one from (${newest(person, today)}) e
    where e.school_id = ${person.school_id} and e.course_id = ${courseId}`.execute(db);
  return rows[0]?.one;
}

/** A course with its teachers, one that has ended too. */
export async function findCourse(db: Kysely<DB>, schoolId: number, id: number) {
  return db
    .selectFrom('courses')
    .select(['id', 'shortcut', 'teacher_ids', 'grade_ids'])
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * The course of each name: the one in use with this short or long name, or a new one for these grades, which has to be
 * chosen.
 */
export async function coursesNamed(
  trx: Kysely<DB>,
  { school_id, season_id, grade_ids }: { school_id: number; season_id: number | null; grade_ids: readonly number[] },
  names: readonly string[],
): Promise<Map<string, number>> {
  const all = sql`unnest(${[...names]}::text[])`;
  const found = await sql<{ name: string; id: number }>`
    select n.name, (select c.id from courses c where c.school_id = ${school_id} and c.ended_at is null and not c.is_required
      and (c.season_id is null or c.season_id = ${season_id}) and (c.shortcut = n.name or c.name = n.name)
      order by (c.shortcut = n.name) desc, c.id limit 1) as id from ${all} as n (name)`.execute(trx);
  const missing = found.rows.filter(({ id }) => id === null).map(({ name }) => name);
  const { rows } = await sql<{ name: string; id: number }>`
    insert into courses (school_id, season_id, shortcut, name, is_custom, grade_ids, source)
    select ${school_id}::bigint, ${season_id}::bigint, n.name, n.name, true, ${[...grade_ids]}::bigint[], 'manual'
    from unnest(${missing}::text[]) as n (name) returning name, id`.execute(trx);
  return new Map([...found.rows.filter(({ id }) => id !== null), ...rows].map(({ name, id }) => [name, id]));
}

/** Who takes a course or has given it up, each with the grade of the day; nobody is named. */
export async function listParticipants(
  db: Kysely<DB>,
  { school_id, course_id }: { school_id: number; course_id: number },
  today: string,
): Promise<(Enrolment & Pick<Participant, 'grade'>)[]> {
  const { rows } = await sql<{ one: Enrolment } & Pick<Participant, 'grade'>>`
    select ${asJson} as one,
      (select json_build_object('id', g.id, 'shortcut', g.shortcut, 'name', g.name) from grade_memberships m
        join grades g on g.school_id = m.school_id and g.id = m.grade_id
        where m.school_id = ${school_id} and m.user_id = e.user_id and m.begins_at <= ${today} and (m.ends_at is null or m.ends_at >= ${today})
        order by m.begins_at desc limit 1) as grade
    from (select distinct on (user_id) * from enrolments where school_id = ${school_id} and course_id = ${course_id}
      order by user_id, joined_at desc, id desc) e
    order by e.user_id`.execute(db);
  return rows.map(({ one, grade }) => ({ ...one, grade }));
}

/** Who takes which of some courses on a day, by what is decided last about each, as a part of a query. */
export function takersOn(
  schoolId: number,
  courseIds: readonly number[],
  day: string,
): RawBuilder<{ user_id: number; course_id: number }> {
  return sql`(select e.user_id, e.course_id
    from (select distinct on (user_id, course_id) user_id, course_id, state, left_at from enrolments
      where school_id = ${schoolId} and course_id = any(${[...courseIds]}::bigint[])
      order by user_id, course_id, joined_at desc, id desc) e
    where e.state = 'SELECTED' and (e.left_at is null or e.left_at >= ${day}::date))`;
}

/** Who takes which of some courses on a day, by what is decided last about each. */
export async function listTakers(
  db: Kysely<DB>,
  { school_id, course_ids }: { school_id: number; course_ids: readonly number[] },
  today: string,
): Promise<{ user_id: number; course_id: number }[]> {
  const { rows } = await sql<{ user_id: number; course_id: number }>`select e.user_id, e.course_id
    from ${takersOn(school_id, course_ids, today)} e order by e.user_id, e.course_id`.execute(db);
  return rows;
}

/** Which courses in use some people take on a day, by what is decided last about each. */
export async function listTaken(
  db: Kysely<DB>,
  { school_id, user_ids }: { school_id: number; user_ids: readonly number[] },
  today: string,
): Promise<{ user_id: number; course_id: number; shortcut: string }[]> {
  const { rows } = await sql<{
    user_id: number;
    course_id: number;
    shortcut: string;
  }>`select e.user_id, e.course_id, c.shortcut
    from (select distinct on (user_id, course_id) user_id, course_id, state, left_at from enrolments
      where school_id = ${school_id} and user_id = any(${[...user_ids]}::bigint[])
      order by user_id, course_id, joined_at desc, id desc) e
    join courses c on c.school_id = ${school_id} and c.id = e.course_id and c.ended_at is null and not c.is_temp and not c.is_required
    left join school_years y on y.school_id = ${school_id} and y.id = c.season_id
    where e.state = 'SELECTED' and (e.left_at is null or e.left_at >= ${today}::date) and (y.id is null or ${today} <= y.ends_at)
    order by e.user_id, c.shortcut, c.id`.execute(db);
  return rows;
}

/** The courses that somebody can be enrolled in: in use, of no school year that is over, and not for whole classes. */
export async function listEnrollable(db: Kysely<DB>, schoolId: number, today: string) {
  return coursesOf(db, schoolId)
    .where('ended_at', 'is', null)
    .where('is_temp', '=', false)
    .where('is_required', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('school_years')
            .select('school_years.id')
            .where('school_years.school_id', '=', schoolId)
            .whereRef('school_years.id', '=', 'courses.season_id')
            .where('school_years.ends_at', '<', today),
        ),
      ),
    )
    .orderBy('shortcut')
    .orderBy('id')
    .execute();
}

interface Decided {
  readonly school_id: number;
  readonly today: string;
  readonly now: Date;
  readonly is_fixed: boolean;
  /** Person and course, each pair once. */
  readonly pairs: readonly { user_id: number; course_id: number }[];
}

const pairsOf = ({ pairs }: Decided) =>
  sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (user_id bigint, course_id bigint)`;

/** The newest row of each pair, as a part of a change. */
const rowsOf = (
  decided: Decided,
) => sql`select distinct on (e.user_id, e.course_id) e.school_id, e.id, e.user_id, e.course_id, e.state
  from ${pairsOf(decided)} join enrolments e on e.school_id = ${decided.school_id} and e.user_id = p.user_id and e.course_id = p.course_id
    and ${goesOn(decided.today)}
  order by e.user_id, e.course_id, e.joined_at desc, e.id desc`;

/** Enrols people from today on; who is enrolled stays as they are, but for what the school fixes [T-4.08]. */
export async function selectCourses(trx: Kysely<DB>, decided: Decided): Promise<void> {
  const { school_id, today, now, is_fixed } = decided;
  await sql`update enrolments set state = 'SELECTED', left_at = null, is_fixed = ${is_fixed}, is_own = (old.state = 'DESELECTED' or is_own) and not ${is_fixed},
      joined_at = case when old.state = 'SELECTED' then enrolments.joined_at else ${today}::date end
    from (${rowsOf(decided)}) old where enrolments.school_id = ${school_id} and enrolments.id = old.id`.execute(trx);
  await sql`insert into enrolments (school_id, user_id, course_id, state, created_at, joined_at, is_fixed, is_own)
    select ${school_id}::bigint, p.user_id, p.course_id, 'SELECTED', ${now.toISOString()}::timestamptz, ${today}::date, ${is_fixed}, not ${is_fixed}
    from ${pairsOf(decided)} where not exists (select 1 from enrolments e
      where e.school_id = ${school_id} and e.user_id = p.user_id and e.course_id = p.course_id and ${goesOn(today)})`.execute(
    trx,
  );
}

/** From today on people do not take courses [T-4.08]. */
export async function deselectCourses(trx: Kysely<DB>, decided: Decided): Promise<void> {
  const { school_id, today, now, is_fixed } = decided;
  await sql`update enrolments set state = 'DESELECTED', is_fixed = ${is_fixed},
      left_at = case when old.state = 'SELECTED' then greatest(enrolments.joined_at, ${today}::date) else enrolments.left_at end
    from (${rowsOf(decided)}) old where enrolments.school_id = ${school_id} and enrolments.id = old.id`.execute(trx);
  await sql`insert into enrolments (school_id, user_id, course_id, state, created_at, joined_at, left_at, is_fixed, is_own)
    select ${school_id}::bigint, p.user_id, p.course_id, 'DESELECTED', ${now.toISOString()}::timestamptz, ${today}::date, ${today}::date, ${is_fixed}, not ${is_fixed}
    from ${pairsOf(decided)} where not exists (select 1 from enrolments e
      where e.school_id = ${school_id} and e.user_id = p.user_id and e.course_id = p.course_id and ${goesOn(today)})`.execute(
    trx,
  );
}

/**
 * Forgets what somebody chose about these courses, except what the school has fixed: nothing is decided then. Until
 * yesterday they took what they took.
 */
export async function resetEnrolments(
  trx: Kysely<DB>,
  { school_id, user_id }: Person,
  courseIds: readonly number[],
  today: string,
): Promise<void> {
  const chosen = sql`school_id = ${school_id} and user_id = ${user_id} and course_id = any(${[...courseIds]}::bigint[]) and not is_fixed`;
  await sql`delete from enrolments where ${chosen}
    and joined_at >= case state when 'SELECTED' then ${today}::date else left_at end`.execute(trx);
  await sql`update enrolments set state = 'SELECTED', left_at = case state when 'SELECTED' then ${today}::date else left_at end - 1
    where ${chosen} and (state = 'DESELECTED' or left_at is null or left_at >= ${today}::date)`.execute(trx);
}
