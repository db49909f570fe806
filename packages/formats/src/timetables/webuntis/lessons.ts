import type {
  CourseRecord,
  HolidayRecord,
  LessonRecord,
  PlacementRecord,
  TimeRecord,
} from '@kreide/core/features/timetable-import';
import { datesBetween, type Weekday, weekdayOf } from '@kreide/core/kernel';
import { toStableId } from '../stable-id.ts';
import { type Elements, nowOf, type Period, plannedOf } from './periods.ts';

/** The codes of a lesson as planned. */
export interface Planned {
  kl: string[];
  te: string[];
  su: string[];
  ro: string[];
}

export const toPlanned = ({ kl, te, su, ro }: Elements): Planned => ({
  kl: plannedOf(kl),
  te: plannedOf(te),
  su: plannedOf(su),
  ro: plannedOf(ro),
});
export const toNow = ({ kl, te, su, ro }: Elements): Planned => ({
  kl: nowOf(kl),
  te: nowOf(te),
  su: nowOf(su),
  ro: nowOf(ro),
});

/** A lesson of the plan stays the same as long as its classes, teachers and subject do. */
export const lessonKeyOf = (number: string | null, { kl, te, su }: Planned) => toStableId(number, kl, su, te);

interface Place {
  placement: PlacementRecord;
  dates: Set<string>;
}

interface Open {
  lesson: LessonRecord;
  places: Map<string, Place>;
  /** The notes of its dates: one note for all of them is the lesson's. */
  notes: Set<string | null>;
  groups: Set<string>;
}

/** The period of the grid with exactly these times; one that spans several has times alone. */
function hourOf(times: readonly TimeRecord[], weekday: Weekday, begins: string, ends: string): string | null {
  const slot = times.find(
    (time) => (time.weekday === null || time.weekday === weekday) && time.begins_at === begins && time.ends_at === ends,
  );
  return slot?.hour ?? null;
}

/** Collects the planned places of all dates. */
export function createLessons(times: readonly TimeRecord[]) {
  const open = new Map<string, Open>();
  return {
    hourOf: ({ date, begins, ends }: Pick<Period, 'date' | 'begins' | 'ends'>) =>
      hourOf(times, weekdayOf(date), begins, ends),

    add(period: Period, planned: Planned): string {
      const { kl, te, su, ro } = planned;
      const key = lessonKeyOf(period.number, planned);
      const subject = su[0] ?? null;
      const begin = (): Open => ({
        lesson: {
          external_id: key,
          subject,
          grades: kl,
          teachers: te,
          course: null,
          begins_at: null,
          ends_at: null,
          comment: null,
          placements: [],
        },
        places: new Map(),
        notes: new Set(),
        groups: new Set(),
      });
      const one = open.get(key) ?? begin();
      open.set(key, one);
      one.notes.add(period.note);
      if (period.group !== null) one.groups.add(period.group);
      const weekday = weekdayOf(period.date);
      const slot = JSON.stringify([weekday, period.begins, period.ends, ro]);
      const place = one.places.get(slot) ?? {
        placement: {
          weekday,
          hour: hourOf(times, weekday, period.begins, period.ends),
          begins_at: period.begins,
          ends_at: period.ends,
          bookables: ro,
          weeks: { kind: 'every' },
        },
        dates: new Set<string>(),
      };
      one.places.set(slot, place);
      place.dates.add(period.date);
      return key;
    },

    /**
     * The weekly plan: what is held on each of its weekdays that is no holiday is held every week, anything else on its
     * dates. The interface knows no names of weeks.
     */
    finish(range: { begins_at: string; ends_at: string }, holidays: readonly HolidayRecord[]): LessonRecord[] {
      const isFree = (date: string) => holidays.some((one) => one.begins_at <= date && date <= one.ends_at);
      const days = Map.groupBy(
        datesBetween(range.begins_at, range.ends_at).filter((date) => !isFree(date)),
        weekdayOf,
      );
      return [...open.values()].map(({ lesson, places, notes, groups }) => ({
        ...lesson,
        // Where several take turns nobody may miss it: it is for the whole classes.
        course: groups.size === 1 ? [...groups][0]! : null,
        comment: notes.size === 1 ? ([...notes][0] ?? null) : null,
        placements: [...places.values()].map(({ placement, dates }) => {
          const isWeekly = days.get(placement.weekday as Weekday)?.every((date) => dates.has(date)) ?? false;
          if (isWeekly) return placement;
          return { ...placement, weekday: null, weeks: { kind: 'dates', dates: [...dates].sort() } };
        }),
      }));
    },
  };
}

/** The groups of lessons: one course each, with all classes and teachers of its lessons. */
export function collectCourses(lessons: readonly LessonRecord[]): CourseRecord[] {
  const named = Map.groupBy(lessons, ({ course }) => course);
  return [...named].flatMap(([code, all]) => {
    if (code === null) return [];
    const distinct = (list: 'grades' | 'teachers') => [...new Set(all.flatMap((lesson) => lesson[list]))];
    const codes = { grades: distinct('grades'), teachers: distinct('teachers') };
    return [{ external_id: null, code, name: null, subject: all[0]!.subject, ...codes, is_required: false }];
  });
}

export type Lessons = ReturnType<typeof createLessons>;
