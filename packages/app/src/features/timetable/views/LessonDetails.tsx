import type { Unit } from '@kreide/core/features/structure';
import {
  type Change,
  changesOf,
  lookOf,
  moveOf,
  nameOf,
  type Occurrence,
  toDifference,
  toHue,
} from '@kreide/core/features/timetable';
import type { ReactNode } from 'react';
import type { Texts } from './texts.ts';

/** Props of the lesson details. The surrounding dialog or page belongs to the caller. */
export type LessonDetailsProps = Texts & {
  readonly occurrence: Occurrence;
  /** Id of the heading, for `aria-labelledby` of a dialog. */
  readonly headingId?: string;
  readonly headingLevel?: 1 | 2 | 3;
  /** Writes what changed in the row of its value; without it one row says all changes in words. */
  readonly writeChange?: (change: Change) => ReactNode;
};

/** Everything known about one lesson on one date, changes old → new in words (T-2.08, T-3.32). */
export function LessonDetails({
  occurrence,
  t,
  formats,
  headingId,
  headingLevel = 2,
  writeChange,
}: LessonDetailsProps) {
  const { lesson, date } = occurrence;
  const look = lookOf(lesson);
  const Heading = `h${headingLevel}` as const;
  const times = formats.times(lesson.time_begins_at, lesson.time_ends_at);
  const shown = (field: Change['field'], value: string): ReactNode => {
    const change = writeChange && changesOf(lesson).find((one) => one.field === field);
    return change ? writeChange(change) : value;
  };
  const rows = [
    ['detailDifference', writeChange && !moveOf(lesson) ? '' : toDifference(lesson, t, formats)],
    ['detailTime', shown('time', lesson.hour === null ? times : `${times} (${t('period', { hour: lesson.hour })})`)],
    [
      'detailSubject',
      shown('subject', lesson.subject && lesson.subject.name !== lesson.meta.displayname ? nameOf(lesson.subject) : ''),
    ],
    ['detailRoom', shown('room', named(lesson.bookables))],
    ['detailTeacher', shown('teacher', named(lesson.teachers))],
    ['detailGrades', named(lesson.grades)],
    ['detailCourse', lesson.course ? nameOf(lesson.course) : ''],
    ['detailComment', [lesson.comment, lesson.meta.moved_comment].filter(Boolean).join(' · ')],
  ] as const;
  return (
    <article className={`kt-details kt-${look} kt-${lesson.subject ? toHue(lesson.subject.color) : 'plain'}`}>
      <p className="kt-details-date">{formats.date(date)}</p>
      <Heading id={headingId} tabIndex={-1}>
        {lesson.meta.displayname}
      </Heading>
      {look !== 'regular' && <i>{formats.looks[look]}</i>}
      <dl>
        {rows.map(
          ([label, value]) =>
            value !== '' && (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </article>
  );
}

/** Long name and, where it differs, the short one that is used on doors and plans. */
function named(units: readonly Unit[]): string {
  return units
    .map((unit) =>
      unit.name === null
        ? unit.shortcut
        : unit.name.includes(unit.shortcut)
          ? unit.name
          : `${unit.name} (${unit.shortcut})`,
    )
    .join(', ');
}
