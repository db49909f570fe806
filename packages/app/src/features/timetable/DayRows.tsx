import { type DayLessons, isRunning, type Timetable, toLessonId } from '@kreide/core/features/timetable';
import type { LocalTime } from '@kreide/core/kernel';
import { useNavigate } from 'react-router';
import { classes } from '../../ui/classes.ts';
import styles from './DayRows.module.css';
import { useTexts } from './use-texts.ts';
import { LessonRow, rowKeyOf } from './views/LessonRow.tsx';
import './views/icons.css';
import './views/looks.css';
import './views/tints.css';
import './views/lists.css';

interface DayRowsProps {
  timetable: Timetable;
  day: DayLessons;
  now: LocalTime;
  timeZone: string;
  /** Past lessons are left out where the window is narrow. */
  isShort?: boolean;
}

/** The lessons of a day as rows that open; past ones are muted, the current one has a ground of its own. */
export function DayRows({ timetable, day, now, timeZone, isShort = false }: DayRowsProps) {
  const { t, formats } = useTexts();
  const navigate = useNavigate();
  const { entity, times } = timetable;
  return (
    <div className="kt-list">
      <ul className={classes(styles.rows, isShort && styles.short)}>
        {day.occurrences.map((occurrence) => {
          const isToday = day.date === now.date;
          const isOver = day.date < now.date || (isToday && occurrence.minutes_ends_at <= now.minutes);
          const isNow = isRunning(occurrence, now);
          return (
            <li
              key={rowKeyOf(occurrence)}
              className={classes(isOver && styles.over, isNow && styles.now)}
              aria-current={isNow ? 'time' : undefined}
            >
              <LessonRow
                occurrence={occurrence}
                entity={entity}
                times={times}
                isOwn={false}
                t={t}
                formats={formats}
                onOpen={() => {
                  const lessonId = encodeURIComponent(toLessonId(occurrence, timeZone));
                  navigate(`/timetable/${entity}/${timetable.id}/lesson/${lessonId}`);
                }}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
