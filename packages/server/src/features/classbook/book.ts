import { type Classbook, type ClassbookReach, classbookAbilitiesOf } from '@kreide/core/features/classbook';
import { type Can, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Actor } from '../../kernel/context.ts';
import type { DB } from '../../kernel/database.generated.ts';
import { listTaught, listYears, type YearHead } from '../structure/index.ts';
import { type PlanStore, taughtIn } from '../timetable/index.ts';
import { childrenOf, findPerson } from '../users/index.ts';

/** A class book as one person sees into it; its number is that of the school year. */
export interface Book {
  readonly school_id: number;
  readonly id: number;
  readonly year: YearHead;
  readonly zone: string;
  readonly today: string;
  readonly actor: Pick<Actor, 'user_id' | 'permissions'>;
  readonly reach: ClassbookReach;
  readonly can: Can<keyof Classbook['can']>;
  /** Of a teacher: their record, courses, the grades that they are responsible for, and those that they teach as a whole. */
  readonly teacher_id: number | null;
  readonly course_ids: readonly number[];
  readonly own_grade_ids: readonly number[];
  readonly grade_ids: readonly number[];
  /** Of pupils and parents: whose data they see. */
  readonly user_ids: readonly number[];
}

/** What the handlers of a class book share. */
export interface BookParts {
  readonly plans: PlanStore;
}

interface Asking {
  readonly params: { readonly id: number };
  readonly actor: Actor;
  readonly db: Kysely<DB>;
  readonly now: Date;
  fail(code: 'not_found' | 'forbidden'): never;
}

const NOBODY = { teacher_id: null, course_ids: [], own_grade_ids: [], grade_ids: [], user_ids: [] } as const;

/** How far somebody sees into the class book of a year. */
async function reachOf({ plans }: BookParts, { actor, db }: Asking, year: YearHead, today: string) {
  const { school_id, user_id, type } = actor;
  if (actor.permissions.has('manage-users')) return { ...NOBODY, reach: 'school' as const };
  if (type === 'STUDENT') return { ...NOBODY, reach: 'family' as const, user_ids: [user_id] };
  if (type === 'PARENT') {
    const children = await childrenOf(db, school_id, user_id, today);
    return { ...NOBODY, reach: 'family' as const, user_ids: children.map(({ id }) => id) };
  }
  const teacher_id = (await findPerson(db, school_id, user_id))?.teacher_id ?? null;
  if (teacher_id === null) return { ...NOBODY, reach: 'none' as const };
  const own = await listTaught(db, school_id, teacher_id);
  const at = today < year.begins_at ? year.begins_at : today > year.ends_at ? year.ends_at : today;
  const snapshot = await plans.snapshotAt(school_id, at);
  const planned =
    snapshot?.school_year_id === year.id ? taughtIn(snapshot, teacher_id) : { course_ids: [], grade_ids: [] };
  return {
    ...{ reach: 'teaching' as const, teacher_id, user_ids: [], own_grade_ids: own.grade_ids },
    course_ids: [...new Set([...own.course_ids, ...planned.course_ids])],
    grade_ids: [...new Set([...own.grade_ids, ...planned.grade_ids])],
  };
}

/** The class book of a year of the own school, where the caller may see this part of it, or any. */
export async function openBook(
  parts: BookParts,
  asking: Asking,
  ability: keyof Classbook['can'] | 'any',
): Promise<Book> {
  const { params, actor, db, now, fail } = asking;
  const years = await listYears(db, actor.school_id);
  const year = years.find(({ id }) => id === params.id);
  if (!year) return fail('not_found');
  const today = toLocal(now, actor.time_zone).date;
  const reach = await reachOf(parts, asking, year, today);
  const can = classbookAbilitiesOf(actor, reach.reach);
  const isAllowed = ability === 'any' ? Object.values(can).includes(1) : can[ability] === 1;
  if (!isAllowed) return fail('forbidden');
  return { ...reach, school_id: actor.school_id, id: year.id, year, zone: actor.time_zone, today, actor, can };
}
