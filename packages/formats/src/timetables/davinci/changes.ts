import type { Kind } from '@kreide/core/features/timetable';
import type { SubstitutionRecord, SubstitutionSide } from '@kreide/core/features/timetable-import';
import { parseDate } from '../plan.ts';
import { toStableId } from '../stable-id.ts';
import type { LessonTime } from './lesson-times.ts';
import { type Codes, changedCodes, codesOf } from './master-data.ts';
import { type Fields, textOf, timeOf } from './values.ts';

const NOTHING: SubstitutionSide = { subject: null, grades: null, teachers: null, bookables: null };
const UNPLANNED = '3';
/** Captions that mean a cancelled lesson even where the file does not say so. */
const FREE = /^klasse (?:frei|fehlt)$/i;

const isCancelled = (changes: Fields) =>
  textOf(changes, 'cancelled') !== null || FREE.test(textOf(changes, 'caption') ?? '');

/** An extra lesson was never planned: the weekly plan does not hold it. */
export function isUnplanned({ changes }: LessonTime): boolean {
  return changes !== null && (textOf(changes, 'changeType') === UNPLANNED || arrivalOf(changes) !== null);
}

/** The other end of a move that arrives here. */
function arrivalOf(changes: Fields): { date: string; time: string | null } | null {
  const date = parseDate(textOf(changes, 'oldDate') ?? '');
  return date === null ? null : { date, time: timeOf(changes, 'oldStartTime') };
}

function departureOf(changes: Fields): { date: string; time: string | null } | null {
  const date = parseDate(textOf(changes, 'newDate') ?? '');
  return date === null ? null : { date, time: timeOf(changes, 'newStartTime') };
}

function kindOf(changes: Fields): Kind | null {
  if (departureOf(changes)) return 'MOVED_TO';
  if (isCancelled(changes)) return 'CANCLED';
  if (arrivalOf(changes)) return 'MOVED_FROM';
  return textOf(changes, 'changeType') === UNPLANNED ? 'ADDITIONAL' : null;
}

/** The lists after the change: those of the entry without the absent ones and with the new ones. */
function toNew(
  now: Codes,
  planned: Codes,
  changes: Fields,
  kind: Kind | null,
  subject: string | null,
): SubstitutionSide {
  if (kind === 'CANCLED' || kind === 'MOVED_TO') return NOTHING;
  const absent = changedCodes(changes, 'absent');
  const fresh = changedCodes(changes, 'new');
  const after = (list: keyof Codes) => [
    ...new Set([
      ...now[list].filter((code) => !absent[list].includes(code) || fresh[list].includes(code)),
      ...fresh[list],
    ]),
  ];
  const newSubject = textOf(changes, 'newSubjectCode');
  // A lesson that the change created is all new; in any other lesson only the differences are new.
  const isNew = kind === 'ADDITIONAL' || kind === 'MOVED_FROM';
  const unlessSame = (list: keyof Codes) => {
    const codes = after(list);
    return !isNew && JSON.stringify(codes.toSorted()) === JSON.stringify(planned[list].toSorted()) ? null : codes;
  };
  return {
    subject: newSubject ?? (isNew ? subject : null),
    grades: unlessSame('grades'),
    teachers: unlessSame('teachers'),
    bookables: unlessSame('rooms'),
  };
}

/** The notes of a change for people. The reason of an absence is not a note. */
function commentOf(changes: Fields): string | null {
  const texts = ['caption', 'information', 'message'].map((name) => textOf(changes, name));
  return [...new Set(texts.filter((text) => text !== null))].join('; ') || null;
}

/** The changes of one entry, one for each of its dates; `lesson` is what they change. */
export function toSubstitutions(time: LessonTime, lesson: string | null): SubstitutionRecord[] {
  const { changes, planned, subject, hour, begins, ends } = time;
  if (!changes) return [];
  const kind = kindOf(changes);
  const isNew = kind === 'ADDITIONAL';
  const to = toNew(codesOf(time.entry.fields), planned, changes, kind, subject);
  const { grades, teachers, rooms } = planned;
  const other = kind === 'MOVED_TO' ? departureOf(changes) : kind === 'MOVED_FROM' ? arrivalOf(changes) : null;
  return time.dates.map((date) => ({
    external_id: toStableId(date, begins, time.ref, kind, subject, grades, teachers, other?.date ?? null),
    date,
    hour,
    begins_at: begins,
    ends_at: ends,
    kind,
    lesson,
    from: isNew ? NOTHING : { subject, grades, teachers, bookables: rooms },
    to,
    comment: commentOf(changes),
    is_hidden: false,
    counterpart: other && { date: other.date, hour: null, begins_at: other.time, ends_at: null, external_id: null },
    moved_comment: null,
  }));
}
