import type { LessonRecord, PlacementRecord, SubstitutionRecord } from '@kreide/core/features/timetable-import';
import { toStableId } from '../stable-id.ts';
import { isUnplanned, toSubstitutions } from './changes.ts';
import type { LessonTime } from './lesson-times.ts';
import type { Reject } from './values.ts';

interface Place {
  placement: PlacementRecord;
  /** The dates of all its entries, each once; empty of one that is held in every week. */
  dates: readonly string[];
}

function openPlace({ weekday, hour, begins, ends, planned, dates }: LessonTime): Place {
  const times = { hour, begins_at: begins, ends_at: ends, bookables: planned.rooms };
  const weeks = { kind: 'every' } as const;
  return { placement: { weekday: dates.length > 0 ? null : weekday, ...times, weeks }, dates: [] };
}

/** Adds the place of one entry; false when the plan holds it already. */
function addPlace(time: LessonTime, lesson: LessonRecord, places: Map<string, Place>): boolean {
  const { planned, begins, ends, dates } = time;
  const weekday = dates.length > 0 ? null : time.weekday;
  const { external_id } = lesson;
  const { rooms } = planned;
  const roomKey = rooms.length === 1 ? rooms[0] : JSON.stringify(rooms);
  const slot = `${weekday} ${begins} ${ends} ${external_id.length} ${external_id} ${rooms.length} ${roomKey}`;
  const known = places.get(slot);
  const place = known ?? openPlace(time);
  if (!known) {
    places.set(slot, place);
    lesson.placements.push(place.placement);
  }
  if (!known) {
    place.dates = dates;
    return true;
  }
  const held = new Set(place.dates);
  const added = dates.filter((date) => !held.has(date));
  if (added.length > 0) place.dates = [...place.dates, ...added].sort();
  return added.length > 0;
}

/**
 * The lessons of all entries as planned, and their changes: the untouched and the changed dates of a series are entries
 * of their own, and one place of the plan. An entry that says nothing new is reported.
 */
export function collectLessons(times: readonly LessonTime[], reject: Reject) {
  const lessons = new Map<string, LessonRecord>();
  const places = new Map<string, Place>();
  const changes = new Map<string, SubstitutionRecord>();
  for (const time of times) {
    const { ref, subject, title, planned } = time;
    const { grades, teachers } = planned;
    const key = toStableId(ref, subject, grades, teachers);
    const isPlanned = !isUnplanned(time);
    let isNew = false;
    if (isPlanned) {
      let lesson = lessons.get(key);
      if (!lesson) {
        const common = { external_id: key, subject, grades, teachers, course: null, begins_at: null, ends_at: null };
        lesson = { ...common, comment: title, placements: [] };
        lessons.set(key, lesson);
      }
      isNew = addPlace(time, lesson, places);
    }
    for (const change of toSubstitutions(time, isPlanned ? key : null)) {
      if (changes.has(change.external_id)) continue;
      changes.set(change.external_id, change);
      isNew = true;
    }
    if (!isNew) reject(time.entry, 'dates', 'duplicate_row');
  }
  // Places with the same dates share one list: a plan has few of them and thousands of places.
  const weeksOf = new Map<readonly string[], PlacementRecord['weeks']>();
  for (const { placement, dates } of places.values()) {
    if (dates.length === 0) continue;
    const weeks = weeksOf.get(dates) ?? { kind: 'dates', dates: [...dates] };
    weeksOf.set(dates, weeks);
    placement.weeks = weeks;
  }
  return { lessons: [...lessons.values()], substitutions: [...changes.values()] };
}
