import {
  lookOf,
  type Occurrence,
  roomsText,
  type Timetable,
  toAccessibleName,
  toDifference,
  toHue,
  toMoveText,
} from '@kreide/core/features/timetable';
import { useTexts } from './use-texts.ts';
import { rowKeyOf } from './views/LessonRow.tsx';
import { withVisible } from './views/texts.ts';
import styles from './WeekChanges.module.css';

interface WeekChangesProps {
  timetable: Timetable;
  changes: readonly Occurrence[];
  onOpen: (occurrence: Occurrence) => void;
}

/** What differs from the plan, a row each: day and period, subject, what is different. */
export function WeekChanges({ timetable: { entity, times }, changes, onOpen }: WeekChangesProps) {
  const { t, formats } = useTexts();
  const differenceOf = ({ lesson, date }: Occurrence) => {
    const look = lookOf(lesson);
    if (look === 'changed') return toDifference(lesson, t, formats) || formats.looks[look];
    const room = look === 'CANCLED' ? '' : roomsText(lesson);
    return toMoveText(lesson, date, times, t, formats) || [formats.looks[look], room].filter(Boolean).join(' · ');
  };
  return (
    <div className="kt-list">
      <ul>
        {changes.map((occurrence) => {
          const { lesson, date, weekday } = occurrence;
          const day = `${formats.weekdaysShort[weekday]} `;
          const hour = lesson.hour === null ? lesson.time_begins_at : t('hourShort', { hour: lesson.hour });
          const difference = differenceOf(occurrence);
          const visible = `${day}${hour} ${lesson.meta.displayname} ${difference}`;
          const hue = lesson.subject ? toHue(lesson.subject.color) : 'plain';
          return (
            <li key={rowKeyOf(occurrence)}>
              <button
                type="button"
                className={`kt-row kt-${lookOf(lesson)} kt-${hue} ${styles.change}`}
                aria-label={withVisible(toAccessibleName(lesson, date, t, formats, entity), visible)}
                onClick={() => onOpen(occurrence)}
              >
                <span className="kt-row-time">
                  {day}
                  <small>{`${hour} `}</small>
                </span>
                <b>{`${lesson.meta.displayname} `}</b>
                <i>{difference}</i>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
