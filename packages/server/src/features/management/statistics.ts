import { type managementApi, type Statistics, toSaid } from '@kreide/core/features/management';
import { addDays, datesBetween, isRole, type QueryOf, toInstant, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { auditOf } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { countAbsences } from '../absences/index.ts';
import { countMessages } from '../channels/index.ts';
import { countNews } from '../news/index.ts';
import { getSchool } from '../schools/index.ts';
import { gradesOf } from '../structure/index.ts';
import { countByGrade, countByRole } from '../users/index.ts';

/** Days that statistics go back unless somebody wants others. */
const DAYS = 28;

/** Class 5 comes before class 10. */
const { compare } = new Intl.Collator('de', { numeric: true });
const byNumber = (one: { shortcut: string }, other: { shortcut: string }) => compare(one.shortcut, other.shortcut);

interface Span {
  from: Date;
  zone: string;
}

/** How many people signed in on each day. */
async function countSignIns(db: Kysely<DB>, schoolId: number, { from, zone }: Span): Promise<Map<string, number>> {
  const rows = await auditOf(db, schoolId)
    .clearSelect()
    .select(sql<string>`to_char(at at time zone ${sql.lit(zone)}, 'YYYY-MM-DD')`.as('date'))
    .select(sql<string>`count(distinct user_id)`.as('people'))
    .where('at', '>=', from.toISOString())
    .where('action', '=', 'auth.signIn')
    .groupBy('date')
    .execute();
  return new Map(rows.map(({ date, people }) => [date, Number(people)]));
}

/** How a school is used, in numbers; each kind is one query. */
export async function readStatistics(
  db: Kysely<DB>,
  actor: Actor,
  { days = `${DAYS}` }: QueryOf<typeof managementApi.getStatistics>,
  now: Date,
): Promise<Statistics> {
  const { school_id, time_zone: zone } = actor;
  const ends_at = toLocal(now, zone).date;
  const begins_at = addDays(ends_at, 1 - Number(days));
  const from = toInstant(begins_at, '00:00', zone);
  const signIns = await countSignIns(db, school_id, { from, zone });
  const written = new Map((await countMessages(db, school_id, { from, zone })).map((row) => [row.date, row]));
  const { active_school_year_id: yearId } = await getSchool(db, school_id);
  const span = { from, to: now, today: ends_at };
  const absent = yearId === null ? new Map() : await countAbsences(db, school_id, { ...span, yearId });
  const pupils = new Map((await countByGrade(db, school_id, ends_at)).map((row) => [row.grade_id, row.people]));
  const grades = await gradesOf(db, school_id).where('ended_at', 'is', null).execute();
  return {
    begins_at,
    ends_at,
    roles: (await countByRole(db, school_id)).flatMap(({ role, ...counts }) =>
      isRole(role) ? [{ role, ...counts }] : [],
    ),
    days: datesBetween(begins_at, ends_at).map((date) => {
      const people = signIns.get(date) ?? 0;
      const { messages = 0, people: authors = 0 } = written.get(date) ?? {};
      return { date, people: toSaid(people, people), messages: toSaid(messages, authors) };
    }),
    news: await countNews(db, school_id, { from, to: now }),
    grades: grades.toSorted(byNumber).map(({ id, shortcut }) => {
      const people = pupils.get(id) ?? 0;
      const counted = absent.get(id) ?? { absences: 0, people: 0 };
      // Also of a big class one pupil who was absent often is one who can be known.
      const said = (number: number) => (toSaid(number, people) === null ? null : toSaid(number, counted.people));
      return { grade_id: id, shortcut, people, absent: said(counted.people), absences: said(counted.absences) };
    }),
  };
}
