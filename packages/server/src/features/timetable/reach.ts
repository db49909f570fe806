import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listTaught, type YearHead } from '../structure/index.ts';
import { childrenOf, findPerson } from '../users/index.ts';
import { taughtIn } from './held.ts';
import type { PlanStore } from './store.ts';

/** Of whom somebody sees what a school writes about pupils: everybody, those whom they teach, their family, or nobody. */
export interface Reach {
  readonly reach: 'school' | 'teaching' | 'family' | 'none';
  /** Of a teacher: their record, courses, the grades that they are responsible for, and those that they teach as a whole. */
  readonly teacher_id: number | null;
  readonly course_ids: readonly number[];
  readonly own_grade_ids: readonly number[];
  readonly grade_ids: readonly number[];
  /** Of pupils and parents: whose data they see. */
  readonly user_ids: readonly number[];
}

const NOBODY = { teacher_id: null, course_ids: [], own_grade_ids: [], grade_ids: [], user_ids: [] } as const;

/** Today, as far as a school year has it. */
export function dayWithin({ begins_at, ends_at }: Pick<YearHead, 'begins_at' | 'ends_at'>, today: string): string {
  if (today < begins_at) return begins_at;
  return today > ends_at ? ends_at : today;
}

/** How far somebody sees in a school year. */
export async function reachOf(
  db: Kysely<DB>,
  plans: PlanStore,
  actor: Pick<Actor, 'school_id' | 'user_id' | 'type' | 'permissions'>,
  year: YearHead,
  today: string,
): Promise<Reach> {
  const { school_id, user_id, type } = actor;
  if (actor.permissions.has('manage-users')) return { ...NOBODY, reach: 'school' };
  if (type === 'STUDENT') return { ...NOBODY, reach: 'family', user_ids: [user_id] };
  if (type === 'PARENT') {
    const children = await childrenOf(db, school_id, user_id, today);
    return { ...NOBODY, reach: 'family', user_ids: children.map(({ id }) => id) };
  }
  const teacher_id = (await findPerson(db, school_id, user_id))?.teacher_id ?? null;
  if (teacher_id === null) return { ...NOBODY, reach: 'none' };
  const own = await listTaught(db, school_id, teacher_id);
  const snapshot = await plans.snapshotAt(school_id, dayWithin(year, today));
  const planned =
    snapshot?.school_year_id === year.id ? taughtIn(snapshot, teacher_id) : { course_ids: [], grade_ids: [] };
  return {
    reach: 'teaching',
    teacher_id,
    user_ids: [],
    own_grade_ids: own.grade_ids,
    course_ids: [...new Set([...own.course_ids, ...planned.course_ids])],
    grade_ids: [...new Set([...own.grade_ids, ...planned.grade_ids])],
  };
}
