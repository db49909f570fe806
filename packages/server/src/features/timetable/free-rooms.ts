import type { Period } from '@kreide/core/features/structure';
import type { FreeRooms } from '@kreide/core/features/timetable';
import { weekdayOf } from '@kreide/core/kernel';
import { type Audience, isVisible } from './select.ts';
import type { PlanSnapshot, PlanSubstitution } from './snapshot.ts';

/** Kinds of changes that leave the room: the lesson is off, or somewhere else, or was never one. */
const LEAVING: ReadonlySet<PlanSubstitution['kind']> = new Set(['CANCLED', 'MOVED_TO', 'SUPERVISION']);

interface Times {
  time_begins_at: string;
  time_ends_at: string;
}

/** The lessons of the period grid on a weekday; one of its own takes the place of that of every day. */
function periodsOn(times: readonly Period[], weekday: number): Period[] {
  const shown = times.filter((one) => one.type === 'LESSON' && !one.is_hidden);
  const own = shown.filter((one) => one.weekday === weekday);
  const usual = shown.filter((one) => one.weekday === null && !own.some(({ hour }) => hour === one.hour));
  return [...own, ...usual].sort((a, b) => (a.begins_at < b.begins_at ? -1 : 1));
}

/** A lesson that takes place, as it was planned or changed. */
type TakingPlace = Pick<
  PlanSubstitution,
  'time_begins_at' | 'time_ends_at' | 'course_id' | 'subject_id' | 'grade_ids' | 'teacher_ids' | 'bookable_ids'
>;

/** What takes place on a date, changes applied as far as the audience may see them. */
export function takingPlace(snapshot: PlanSnapshot, date: string, audience: Audience): TakingPlace[] {
  const changes = snapshot.substitutions.filter((one) => isVisible(one, audience));
  const added = changes.filter((one) => one.date === date && !LEAVING.has(one.kind));
  const replaced = new Set<number>();
  for (const { kind, replaces } of changes) {
    if (kind === 'ADDITIONAL') continue;
    for (const { lesson_id, lesson_date } of replaces) if (lesson_date === date) replaced.add(lesson_id);
  }
  const left = snapshot.lessons.filter((one) => !replaced.has(one.lesson_id) && one.dates.includes(date));
  return [...added, ...left];
}

/** When each room is taken on a date. */
function takenOn(snapshot: PlanSnapshot, date: string, audience: Audience): Map<number, Times[]> {
  const taken = new Map<number, Times[]>();
  for (const one of takingPlace(snapshot, date, audience))
    for (const id of one.bookable_ids) taken.set(id, [...(taken.get(id) ?? []), one]);
  return taken;
}

const collator = new Intl.Collator('de', { numeric: true });

/**
 * The rooms of a school with the periods of a date in which nobody has them; those that are taken all day have none. Rooms that
 * are not public are found by those who plan.
 */
export function freeRoomsOn(
  snapshot: PlanSnapshot | undefined,
  date: string,
  { audience, hidden }: { audience: Audience; hidden: boolean },
): FreeRooms {
  if (!snapshot || date < snapshot.begins_at || date > snapshot.ends_at) return { date, periods: [], rooms: [] };
  const periods = periodsOn(snapshot.times, weekdayOf(date));
  const taken = takenOn(snapshot, date, audience);
  const shown = [...snapshot.bookables.values()].filter(({ id }) => hidden || snapshot.rooms.get(id)?.is_public);
  const rooms = shown.map(({ id, shortcut, name }) => {
    const facts = snapshot.rooms.get(id);
    const times = taken.get(id) ?? [];
    const isFree = ({ begins_at, ends_at }: Period) =>
      !times.some((one) => one.time_begins_at < ends_at && one.time_ends_at > begins_at);
    const said = { description: facts?.description ?? null, is_confirmable: facts?.is_confirmable ?? false };
    return { id, shortcut, name, ...said, free: periods.filter(isFree).map(({ hour }) => hour) };
  });
  return {
    date,
    periods: periods.map(({ hour, begins_at, ends_at }) => ({ hour, begins_at, ends_at })),
    rooms: rooms.sort((a, b) => collator.compare(a.shortcut, b.shortcut)),
  };
}
