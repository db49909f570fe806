import type { HolidayRecord, LessonRecord, PlacementRecord, TimeRecord } from '@kreide/core/features/timetable-import';
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
          ...{ external_id: key, subject, grades: kl, teachers: te, course: null },
          ...{ begins_at: null, ends_at: null, comment: null, placements: [] },
        },
        places: new Map(),
        notes: new Set(),
      });
      const one = open.get(key) ?? begin();
      open.set(key, one);
      one.notes.add(period.note);
      const weekday = weekdayOf(period.date);
      const slot = JSON.stringify([weekday, period.begins, period.ends, ro]);
      const place = one.places.get(slot) ?? {
        placement: {
          ...{ weekday, hour: hourOf(times, weekday, period.begins, period.ends) },
          ...{ begins_at: period.begins, ends_at: period.ends, bookables: ro, weeks: { kind: 'every' } },
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
      return [...open.values()].map(({ lesson, places, notes }) => ({
        ...lesson,
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

export type Lessons = ReturnType<typeof createLessons>;
