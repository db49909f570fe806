import { type Lesson, RANGE_MAXIMUM_DAYS } from '@kreide/core/features/timetable';
import { ApiError, addDays, daysBetween } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listYears } from '../structure/index.ts';
import {
  audienceOf,
  isVisible,
  type PlanSnapshot,
  type PlanStore,
  readPlan,
  toSubstitutionLesson,
  wordsOf,
} from '../timetable/index.ts';
import { type ElementRequest, findEntity } from './elements.ts';
import { parseDateNumber } from './numbers.ts';
import { RpcError } from './protocol.ts';
import { toSubstitution } from './substitutions.ts';

export interface PlanParts {
  kysely: Kysely<DB>;
  plans: PlanStore;
}

interface Range {
  begins_at: string;
  ends_at: string;
}

/** Maximum number of days per call: programs fetch whole school years. */
const LONGEST_DAYS = 366;

type DateInput = number | string | null | undefined;

/** The requested days, by default today. Throws `invalid_params` and `no_allowed_date`. */
export function toRange(startDate: DateInput, endDate: DateInput, today: string): Range {
  const parse = (value: DateInput, name: string) => {
    if (value === undefined || value === null) return null;
    const date = parseDateNumber(value);
    if (date === null) throw new RpcError('invalid_params', `Invalid params: ${name}`);
    return date;
  };
  const start = parse(startDate, 'startDate');
  const end = parse(endDate, 'endDate');
  const begins_at = start ?? (end !== null && end < today ? end : today);
  const ends_at = end ?? begins_at;
  const days = daysBetween(begins_at, ends_at) + 1;
  if (days < 1 || days > LONGEST_DAYS) throw new RpcError('no_allowed_date');
  return { begins_at, ends_at };
}

/** A range, split into the parts in which a plan is read. */
export function toPieces({ begins_at, ends_at }: Range, days: number): Range[] {
  const pieces: Range[] = [];
  for (let start = begins_at; start <= ends_at; start = addDays(start, days)) {
    const last = addDays(start, days - 1);
    pieces.push({ begins_at: start, ends_at: last < ends_at ? last : ends_at });
  }
  return pieces;
}

/** As in WebUntis: dates outside of every school year are an error. */
async function refuseOutsideYears(db: Kysely<DB>, schoolId: number, range: Range): Promise<void> {
  const years = await listYears(db, schoolId);
  if (!years.some((year) => year.begins_at <= range.ends_at && year.ends_at >= range.begins_at))
    throw new RpcError('no_allowed_date');
}

/** The lessons of one element: what this person sees of it in the app, from the same bytes. */
export async function readLessons(
  { kysely, plans }: PlanParts,
  actor: Actor,
  element: ElementRequest,
  range: Range,
): Promise<Lesson[]> {
  const target = await findEntity(kysely, actor, element);
  const lessons: Lesson[] = [];
  try {
    for (const piece of toPieces(range, RANGE_MAXIMUM_DAYS)) {
      const { bytes } = await readPlan(plans, kysely, actor, target, piece);
      lessons.push(...(JSON.parse(bytes.toString()) as { data: { lessons: Lesson[] } }).data.lessons);
    }
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === 'forbidden')
      throw new RpcError('no_right', 'no right for timetable');
    throw thrown;
  }
  // Only now: those who may not see the plan get that error, whatever the dates are.
  await refuseOutsideYears(kysely, actor.school_id, range);
  return lessons;
}

/** The substitutions of the school in a range as far as this person may see them (T-3.12), ordered by time. */
export async function readSubstitutions({ kysely, plans }: PlanParts, actor: Actor, range: Range) {
  await refuseOutsideYears(kysely, actor.school_id, range);
  const audience = audienceOf(actor);
  const snapshots = new Map<number, PlanSnapshot>();
  for (const date of [range.begins_at, range.ends_at]) {
    const snapshot = await plans.snapshotAt(actor.school_id, date);
    if (snapshot) snapshots.set(snapshot.school_year_id, snapshot);
  }
  return [...snapshots.values()].flatMap((snapshot) => {
    const words = wordsOf(snapshot, audience);
    return snapshot.substitutions
      .filter((one) => one.date >= range.begins_at && one.date <= range.ends_at && isVisible(one, audience))
      .map((one) => toSubstitution(toSubstitutionLesson(snapshot, one, words)));
  });
}
