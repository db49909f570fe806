import type { Unit } from '@kreide/core/features/structure';
import { lookOf, nameOf, type Occurrence, toDifference } from '@kreide/core/features/timetable';
import type { CSSProperties } from 'react';
import { toSubjectColor } from './subject-color.ts';
import type { Texts } from './texts.ts';

/** Props of the lesson details. The surrounding dialog or page belongs to the caller. */
export type LessonDetailsProps = Texts & {
  readonly occurrence: Occurrence;
  /** Id of the heading, for `aria-labelledby` of a dialog. */
  readonly headingId?: string;
  readonly headingLevel?: 1 | 2 | 3;
};

/** Everything known about one lesson on one date, changes old → new in words (T-2.08, T-3.32). */
export function LessonDetails({ occurrence, t, formats, headingId, headingLevel = 2 }: LessonDetailsProps) {
  const { lesson, date } = occurrence;
  const look = lookOf(lesson);
  const Heading = `h${headingLevel}` as const;
  const times = formats.times(lesson.time_begins_at, lesson.time_ends_at);
  const rows = [
    ['detailDifference', toDifference(lesson, t, formats)],
    ['detailTime', lesson.hour === null ? times : `${times} (${t('period', { hour: lesson.hour })})`],
    ['detailSubject', lesson.subject && lesson.subject.name !== lesson.meta.displayname ? nameOf(lesson.subject) : ''],
    ['detailRoom', named(lesson.bookables)],
    ['detailTeacher', named(lesson.teachers)],
    ['detailGrades', named(lesson.grades)],
    ['detailCourse', lesson.course ? nameOf(lesson.course) : ''],
    ['detailComment', [lesson.comment, lesson.meta.moved_comment].filter(Boolean).join(' · ')],
  ] as const;
  return (
    <article
      className={`kt-details kt-${look}`}
      style={{ '--kt-hue': toSubjectColor(lesson.subject?.color) } as CSSProperties}
    >
      <p className="kt-details-date">{formats.date(date)}</p>
      <Heading id={headingId}>{lesson.meta.displayname}</Heading>
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
