import type { LessonRecord, PlacementRecord, SubstitutionRecord } from '@kreide/core/features/timetable-import';
import { toStableId } from '../stable-id.ts';
import { isUnplanned, toSubstitutions } from './changes.ts';
import type { LessonTime } from './lesson-times.ts';
import type { Reject } from './values.ts';

interface Place {
  placement: PlacementRecord;
  /** The dates of all its entries, each once; empty of one that is held in every week. */
  dates: string[];
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
  const slot = JSON.stringify([lesson.external_id, weekday, begins, ends, planned.rooms]);
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
      const common = { external_id: key, subject, grades, teachers, course: null, begins_at: null, ends_at: null };
      const lesson = lessons.get(key) ?? { ...common, comment: title, placements: [] };
      lessons.set(key, lesson);
      isNew = addPlace(time, lesson, places);
    }
    for (const change of toSubstitutions(time, isPlanned ? key : null)) {
      if (changes.has(change.external_id)) continue;
      changes.set(change.external_id, change);
      isNew = true;
    }
    if (!isNew) reject(time.entry, 'dates', 'duplicate_row');
  }
  for (const { placement, dates } of places.values()) {
    if (dates.length > 0) placement.weeks = { kind: 'dates', dates: [...dates] };
  }
  return { lessons: [...lessons.values()], substitutions: [...changes.values()] };
}
