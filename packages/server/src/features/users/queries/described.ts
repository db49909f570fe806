import { isBuiltInRole, type Translate } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradeOn, gradesOf, teacherAccounts } from '../../structure/index.ts';

/** The reader of the descriptions. */
interface DescriptionReader {
  readonly school_id: number;
  readonly user_id: number;
  /** Their kind of account. */
  readonly type: string;
  readonly today: string;
}

interface Fact {
  user_id: number;
  /** The kind of account; null of what is said of a child. */
  type: string | null;
  /** Null: `shortcut` is that of the person’s own class, or of a teacher. */
  relation: 'FATHER' | 'MOTHER' | 'OTHER' | null;
  child: string | null;
  shortcut: string | null;
}

/**
 * What tells people of the same name apart: classes of pupils, short names of teachers, children of parents with their
 * classes. Who is no staff reads of children those alone who are their own, or in a class of theirs.
 */
async function listFacts(db: Kysely<DB>, reader: DescriptionReader, ids: readonly number[]): Promise<Fact[]> {
  const { school_id, user_id, type, today } = reader;
  const isStaff = type === 'TEACHER' || type === 'EMPLOYEE';
  const gradeOf = (person: string) => gradeOn(sql<number>`${school_id}::bigint`, sql.ref(person), today);
  const grades = gradesOf(db, school_id);
  const teachers = teacherAccounts(db).where('school_id', '=', school_id).where('ended_at', 'is', null);
  const { rows } = await sql<Fact>`with own as (
      select ${user_id}::bigint as user_id
      union select link.user_id from user_parents link where link.school_id = ${school_id} and link.parent_id = ${user_id}
    ), known as (select own.user_id, ${gradeOf('own.user_id')} as grade_id from own)
    select person.id as user_id, person.type, null as relation, null as child, coalesce(grade.shortcut, teacher.shortcut) as shortcut
    from users person
    left join ${grades} as grade on grade.id = ${gradeOf('person.id')} and person.type = 'STUDENT'
    left join ${teachers} as teacher on teacher.user_id = person.id
    where person.school_id = ${school_id} and person.id = any(${ids}::bigint[])
    union all
    select link.parent_id, null, link.relation, child.firstname || ' ' || child.lastname, grade.shortcut
    from (select link.*, ${gradeOf('link.user_id')} as grade_id from user_parents link
      where link.school_id = ${school_id} and link.parent_id = any(${ids}::bigint[])) as link
    join users child on child.school_id = ${school_id} and child.id = link.user_id and child.deleted_at is null
    left join ${grades} as grade on grade.id = link.grade_id
    where ${isStaff}::boolean or child.id in (select known.user_id from known)
      or link.grade_id in (select known.grade_id from known where known.grade_id is not null)
    order by relation nulls first, child`.execute(db);
  return rows;
}

/** Describes each of some people in words that tell two of the same name apart: "Mother of Lina Berg, 5a". */
export async function describePeople(
  db: Kysely<DB>,
  reader: DescriptionReader,
  people: readonly { id: number }[],
  t: Translate,
): Promise<ReadonlyMap<number, string>> {
  if (people.length === 0) return new Map();
  const facts = await listFacts(
    db,
    reader,
    people.map(({ id }) => id),
  );
  const described = new Map<number, string>();
  for (const { id } of people) {
    const mine = facts.filter((fact) => fact.user_id === id);
    const self = mine.find(({ child }) => child === null);
    const children = mine.filter(({ child }) => child !== null);
    const type = self?.type ?? '';
    const role = isBuiltInRole(type) ? t(`kernel:roles.${type}`) : type;
    const first = children[0]?.relation ?? 'OTHER';
    // Of a mother of one and the guardian of another is said what is true of both.
    const relation = children.every((one) => one.relation === first) ? first : 'OTHER';
    const names = children.map(({ child, shortcut }) => [child, shortcut].filter(Boolean).join(', ')).join(' · ');
    const words =
      names === '' ? [role, self?.shortcut].filter(Boolean).join(', ') : t(`users:parentOf.${relation}`, { names });
    described.set(id, words);
  }
  return described;
}
