import { type Choice, type ChoiceInput, type Chooser, toReminder } from '@kreide/core/features/choices';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { schoolsPart } from '../schools/index.ts';
import { gradesOf, membersOn } from '../structure/index.ts';
import { usersPart } from '../users/index.ts';

/** Most choices of a list. */
const CHOICES_MAXIMUM = 200;

export interface ChoiceKey {
  readonly school_id: number;
  readonly id: number;
}

const at = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A choice with its options, as it is stored. */
export type ChoiceRow = Omit<Choice, 'state' | 'can' | 'grades' | 'people_count' | 'chosen_count'> & {
  grade_ids: number[];
  drafted_at: string | null;
  published_at: string | null;
};

const columns = (schoolId: number) => sql`c.id, c.title, c.about, c.grade_ids, c.wishes_count, c.who, c.seed,
  ${at('c.opens_at')} as opens_at, ${at('c.closes_at')} as closes_at, ${at('c.updated_at')} as updated_at, ${at('c.reminded_at')} as reminded_at,
  ${at('c.drafted_at')} as drafted_at, ${at('c.published_at')} as published_at,
  coalesce((select json_agg(json_build_object('id', o.id, 'title', o.title, 'capacity', o.capacity, 'minimum', o.minimum,
      'is_closed', o.is_closed, 'first_wishes', coalesce(w.first, 0), 'wishes', coalesce(w.count, 0), 'places', coalesce(p.count, 0))
      order by o.place, o.id)
    from choice_options o
    left join (select option_id, count(*)::int as count, (count(*) filter (where rank = 0))::int as first from choice_wishes
      where school_id = ${schoolId} and choice_id = c.id group by option_id) w on w.option_id = o.id
    left join (select option_id, count(*)::int as count from choice_places
      where school_id = ${schoolId} and choice_id = c.id group by option_id) p on p.option_id = o.id
    where o.school_id = ${schoolId} and o.choice_id = c.id), '[]') as options`;

/** The choices of a school, the last to close first. */
export async function listChoices(db: Kysely<DB>, schoolId: number): Promise<ChoiceRow[]> {
  const { rows } = await sql<ChoiceRow>`select ${columns(schoolId)} from choices c where c.school_id = ${schoolId}
    order by c.closes_at desc, c.id desc limit ${CHOICES_MAXIMUM}`.execute(db);
  return rows;
}

/** One choice; with `lock` nobody else changes it until the end of the transaction. */
export async function findChoice(db: Kysely<DB>, { school_id, id }: ChoiceKey, lock = false) {
  if (lock) await sql`select 1 from choices where school_id = ${school_id} and id = ${id} for update`.execute(db);
  const { rows } = await sql<ChoiceRow>`select ${columns(school_id)} from choices c
    where c.school_id = ${school_id} and c.id = ${id}`.execute(db);
  return rows[0];
}

const pupilsOf = (db: Kysely<DB>, schoolId: number) =>
  usersPart(db).where('school_id', '=', schoolId).where('type', '=', 'STUDENT').where('deleted_at', 'is', null);

/** How many are asked by each choice, and have wished. */
export async function countPeople(db: Kysely<DB>, schoolId: number, ids: readonly number[], today: string) {
  const { rows } = await sql<{ id: number; people_count: number; chosen_count: number }>`
    select c.id, count(distinct u.id)::int as people_count,
      (count(distinct u.id) filter (where exists (select 1 from choice_wishes w where w.school_id = ${schoolId}
        and w.choice_id = c.id and w.user_id = u.id)))::int as chosen_count
    from choices c
    left join ${membersOn(schoolId, today)} m on m.grade_id = any(c.grade_ids)
    left join ${pupilsOf(db, schoolId)} u on u.id = m.user_id
    where c.school_id = ${schoolId} and c.id = any(${[...ids]}::bigint[]) group by c.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Who is asked on a day, by name, and who has a place, with wishes and place; one person where `userId` says so. */
export async function listChoosers(
  db: Kysely<DB>,
  { school_id, id }: ChoiceKey,
  today: string,
  userId: number | null = null,
): Promise<(Chooser & { is_asked: boolean })[]> {
  const { rows } = await sql<Chooser & { is_asked: boolean }>`
    select u.id as user_id, u.firstname, u.lastname, m.grade_id is not null as is_asked,
      case when g.id is null then null else json_build_object('id', g.id, 'shortcut', g.shortcut, 'name', g.name) end as grade,
      coalesce((select json_agg(w.option_id order by w.rank) from choice_wishes w
        where w.school_id = ${school_id} and w.choice_id = c.id and w.user_id = u.id), '[]') as wishes,
      case when p.user_id is null then null else json_build_object('option_id', p.option_id, 'rank', p.rank,
        'lottery', p.lottery, 'luck', p.luck, 'is_moved', p.is_moved) end as place
    from choices c
    join ${pupilsOf(db, school_id)} u on true
    left join lateral (select min(m.grade_id) as grade_id from ${membersOn(school_id, today)} m
      where m.user_id = u.id and m.grade_id = any(c.grade_ids)) m on true
    left join ${gradesOf(db, school_id)} g on g.id = m.grade_id
    left join choice_places p on p.school_id = ${school_id} and p.choice_id = c.id and p.user_id = u.id
    where c.school_id = ${school_id} and c.id = ${id} and (m.grade_id is not null or p.user_id is not null)
      and (${userId}::bigint is null or u.id = ${userId}::bigint)
    order by u.lastname, u.firstname, u.id`.execute(db);
  return rows;
}

/** What one pupil is asked: choices of the grades of the day, and those with a wish or a place of theirs. */
export async function listChoicesOf(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
  today: string,
  since: Date,
): Promise<
  (ChoiceRow & {
    is_asked: boolean;
    own: number[];
    chosen_at: string | null;
    place: Chooser['place'];
    people: number;
  })[]
> {
  const isAsked = sql`exists (select 1 from ${membersOn(school_id, today)} m where m.user_id = ${user_id} and m.grade_id = any(c.grade_ids))`;
  const own = (what: RawBuilder<unknown>) =>
    sql`(select ${what} from choice_wishes w where w.school_id = ${school_id} and w.choice_id = c.id and w.user_id = ${user_id})`;
  const { rows } = await sql<Awaited<ReturnType<typeof listChoicesOf>>[number]>`
    select ${columns(school_id)}, ${isAsked} as is_asked, coalesce(${own(sql`json_agg(w.option_id order by w.rank)`)}, '[]') as own,
      ${own(sql`to_char(max(w.chosen_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)} as chosen_at,
      (select json_build_object('option_id', p.option_id, 'rank', p.rank, 'lottery', p.lottery, 'luck', p.luck, 'is_moved', p.is_moved)
        from choice_places p where p.school_id = ${school_id} and p.choice_id = c.id and p.user_id = ${user_id}) as place,
      (select count(*)::int from choice_places p where p.school_id = ${school_id} and p.choice_id = c.id) as people
    from choices c where c.school_id = ${school_id} and c.closes_at >= ${since.toISOString()}::timestamptz
      and (${isAsked} or exists (select 1 from choice_places p
        where p.school_id = ${school_id} and p.choice_id = c.id and p.user_id = ${user_id}))
    order by (c.published_at is not null), c.closes_at, c.id limit ${CHOICES_MAXIMUM}`.execute(db);
  return rows;
}

/** Who wished one of these options. */
export async function listWishersOf(db: Kysely<DB>, { school_id, id }: ChoiceKey, options: readonly number[]) {
  if (options.length === 0) return [];
  const rows = await db
    .selectFrom('choice_wishes')
    .select('user_id')
    .distinct()
    .where('school_id', '=', school_id)
    .where('choice_id', '=', id)
    .where('option_id', '=', sql<number>`any(${[...options]}::bigint[])`)
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Marks the open choices of all schools that are due to be reminded of as reminded, and answers with them: a day before they
 * close, and never in the first half of their time. `toReminder` of the rules says the same of one.
 */
export async function takeUnreminded(db: Kysely<DB>, now: Date) {
  const { rows } = await sql<
    Pick<ChoiceRow, 'id' | 'title' | 'closes_at' | 'who'> & { school_id: number; time_zone: string }
  >`
    update choices c set reminded_at = ${now.toISOString()}::timestamptz from ${schoolsPart(db)} s
    where s.id = c.school_id and c.reminded_at is null and c.published_at is null and c.closes_at > ${now.toISOString()}::timestamptz
      and greatest(c.closes_at - interval '1 day', c.opens_at + (c.closes_at - c.opens_at) / 2) <= ${now.toISOString()}::timestamptz
    returning c.school_id, c.id, c.title, c.who, ${at('c.closes_at')} as closes_at, s.time_zone`.execute(db);
  return rows;
}

/** Points of bad luck in the published choices of a school. */
export async function luckOfPeople(db: Kysely<DB>, schoolId: number, userIds: readonly number[]) {
  const { rows } = await sql<{ user_id: number; luck: number }>`
    select p.user_id, sum(case when not exists (select 1 from choice_wishes w where w.school_id = ${schoolId} and w.choice_id = p.choice_id
        and w.user_id = p.user_id) then 0 when p.option_id is null then 5 else coalesce(p.rank, 5) end)::int as luck
    from choice_places p join choices c on c.school_id = ${schoolId} and c.id = p.choice_id and c.published_at is not null
    where p.school_id = ${schoolId} and p.user_id = any(${[...userIds]}::bigint[]) group by p.user_id`.execute(db);
  return new Map(rows.map(({ user_id, luck }) => [user_id, luck]));
}

const valuesOf = ({ title, about, grade_ids, opens_at, closes_at, wishes_count, who }: ChoiceInput) => ({
  title: title.trim(),
  about: about.trim(),
  grade_ids: [...new Set(grade_ids)],
  opens_at,
  closes_at,
  wishes_count,
  who,
});

export async function insertChoice(
  trx: Kysely<DB>,
  schoolId: number,
  input: ChoiceInput,
  by: { created_by: number; seed: string; updated_at: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('choices')
    .values({ ...valuesOf(input), ...by, school_id: schoolId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeOptions(trx, { school_id: schoolId, id }, input.options);
  return id;
}

/** Changes a choice; options that are not named any more go, with the wishes for them, and so does a draft of places. */
export async function changeChoice(trx: Kysely<DB>, key: ChoiceKey, input: ChoiceInput, now: Date): Promise<void> {
  await trx
    .updateTable('choices')
    .set({
      ...valuesOf(input),
      updated_at: now.toISOString(),
      drafted_at: null,
      // With a later end there is something to be reminded of again.
      ...(toReminder(input) > now && { reminded_at: null }),
    })
    .where('school_id', '=', key.school_id)
    .where('id', '=', key.id)
    .execute();
  await dropPlaces(trx, key);
  await writeOptions(trx, key, input.options);
}

async function writeOptions(trx: Kysely<DB>, { school_id, id }: ChoiceKey, options: ChoiceInput['options']) {
  const kept = options.flatMap((one) => one.id ?? []);
  const rows = JSON.stringify(options.map((one, place) => ({ ...one, title: one.title.trim(), place })));
  const all = sql`jsonb_to_recordset(${rows}::jsonb) as n (id bigint, title text, capacity int, minimum int, place int)`;
  await sql`delete from choice_options where school_id = ${school_id} and choice_id = ${id} and not (id = any(${kept}::bigint[]))`.execute(
    trx,
  );
  await sql`update choice_options o set title = n.title, capacity = n.capacity, minimum = n.minimum, place = n.place, is_closed = false
    from ${all} where o.school_id = ${school_id} and o.choice_id = ${id} and o.id = n.id`.execute(trx);
  await sql`insert into choice_options (school_id, choice_id, title, capacity, minimum, place)
    select ${school_id}::bigint, ${id}::bigint, n.title, n.capacity, n.minimum, n.place from ${all} where n.id is null
    order by n.place`.execute(trx);
}

export async function deleteChoice(trx: Kysely<DB>, { school_id, id }: ChoiceKey): Promise<void> {
  await trx.deleteFrom('choices').where('school_id', '=', school_id).where('id', '=', id).execute();
}

async function dropPlaces(trx: Kysely<DB>, { school_id, id }: ChoiceKey): Promise<void> {
  await trx.deleteFrom('choice_places').where('school_id', '=', school_id).where('choice_id', '=', id).execute();
}

/** Stores ranked wishes, best first. */
export async function saveWishes(
  trx: Kysely<DB>,
  { school_id, id }: ChoiceKey,
  user_id: number,
  wishes: readonly number[],
  now: Date,
): Promise<void> {
  await trx
    .deleteFrom('choice_wishes')
    .where('school_id', '=', school_id)
    .where('choice_id', '=', id)
    .where('user_id', '=', user_id)
    .execute();
  if (wishes.length === 0) return;
  const rows = wishes.map((option_id, rank) => ({
    school_id,
    choice_id: id,
    user_id,
    option_id,
    rank,
    chosen_at: now.toISOString(),
  }));
  await trx.insertInto('choice_wishes').values(rows).execute();
}

/** Stores a draft of places and which options are closed in it. */
export async function saveDraft(
  trx: Kysely<DB>,
  { school_id, id }: ChoiceKey,
  { places, closed }: { places: readonly object[]; closed: readonly number[] },
  now: Date,
): Promise<void> {
  await dropPlaces(trx, { school_id, id });
  await sql`insert into choice_places (school_id, choice_id, user_id, lottery, luck, option_id, rank)
    select ${school_id}::bigint, ${id}::bigint, p.user_id, p.lottery, p.luck, p.option_id, p.rank
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (user_id bigint, lottery int, luck int, option_id bigint, rank int)`.execute(
    trx,
  );
  await sql`update choice_options set is_closed = id = any(${[...closed]}::bigint[])
    where school_id = ${school_id} and choice_id = ${id}`.execute(trx);
  await trx
    .updateTable('choices')
    .set({ drafted_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** Moves one person of a draft; who came after it was made has a number behind all others. */
export async function movePlace(
  trx: Kysely<DB>,
  { school_id, id }: ChoiceKey,
  user_id: number,
  { option_id, rank }: { option_id: number | null; rank: number | null },
): Promise<void> {
  await sql`insert into choice_places (school_id, choice_id, user_id, lottery, luck, option_id, rank, is_moved)
    select ${school_id}::bigint, ${id}::bigint, ${user_id}::bigint, coalesce(max(p.lottery), 0) + 1, 0, ${option_id}::bigint,
      ${rank}::smallint, true from choice_places p where p.school_id = ${school_id} and p.choice_id = ${id}
    on conflict (school_id, choice_id, user_id) do update set option_id = excluded.option_id, rank = excluded.rank, is_moved = true`.execute(
    trx,
  );
}

/** Marks a choice as published, with the course of each option; places of people who have left are gone. */
export async function markPublished(
  trx: Kysely<DB>,
  { school_id, id }: ChoiceKey,
  { courses, left }: { courses: readonly { option_id: number; course_id: number }[]; left: readonly number[] },
  now: Date,
): Promise<void> {
  await sql`update choice_options o set course_id = n.course_id
    from jsonb_to_recordset(${JSON.stringify(courses)}::jsonb) as n (option_id bigint, course_id bigint)
    where o.school_id = ${school_id} and o.choice_id = ${id} and o.id = n.option_id`.execute(trx);
  await sql`delete from choice_places where school_id = ${school_id} and choice_id = ${id}
    and user_id = any(${[...left]}::bigint[])`.execute(trx);
  await trx
    .updateTable('choices')
    .set({ published_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}
