import type { Period } from '@kreide/core/features/structure';
import { type Entity, lookOf, type Occurrence, toAccessibleName, toHue } from '@kreide/core/features/timetable';
import { cardOf } from './LessonCard.tsx';
import { type Texts, withVisible } from './texts.ts';

/** The key of a row. */
export function rowKeyOf({ lesson, date }: Occurrence): string {
  return `${lesson.uuid} ${lesson.kind} ${date} ${lesson.time_begins_at}`;
}

/** Props of a row. */
export type LessonRowProps = Texts & {
  readonly occurrence: Occurrence;
  readonly entity: Entity | undefined;
  readonly times: readonly Period[];
  readonly isOwn: boolean;
  readonly onOpen: (occurrence: Occurrence) => void;
};

/** One row: time, bar, what stands on the card of a grid, with the room at the end. */
export function LessonRow({ occurrence, entity, times, isOwn, t, formats, onOpen }: LessonRowProps) {
  const { lesson, date } = occurrence;
  const look = lookOf(lesson);
  const { time_begins_at, time_ends_at } = lesson;
  const { content, words } = cardOf(occurrence, look, false, { entity, times, t, formats });
  const own = isOwn ? `${t('ownCourse')} ` : '';
  const visible = `${time_begins_at} ${time_ends_at} ${own}${words}`;
  return (
    <button
      type="button"
      part="lesson"
      className={`kt-row kt-${look} kt-${lesson.subject ? toHue(lesson.subject.color) : 'plain'}`}
      aria-label={withVisible(toAccessibleName(lesson, date, t, formats, entity), visible)}
      onClick={() => onOpen(occurrence)}
    >
      <span className="kt-row-time">
        {time_begins_at} <small>{time_ends_at} </small>
      </span>
      {own && <u>{own}</u>}
      {content}
    </button>
  );
}
