import type { EntryHead } from '@kreide/core/features/classbook';
import { toHue } from '@kreide/core/features/timetable';
import { writeDate } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Classbook.module.css';

/** Which lesson something belongs to: its subject in its hue, class, day and period. */
export function LessonLine({ entry, hasDay = true }: { entry: Omit<EntryHead, 'id'>; hasDay?: boolean }) {
  const { language } = useTranslation('classbook');
  const { date, hour, name, course, grades, color } = entry;
  const whom = course?.shortcut ?? grades.map(({ shortcut }) => shortcut).join(', ');
  const when = writeDate(language, date, 'weekdayShort');
  return (
    <span className={styles.lesson}>
      <span className={styles.subject} data-hue={toHue(color)}>
        {name}
      </span>
      <span className={styles.whom}>{whom}</span>
      <span className={styles.when}>
        {[...(hasDay ? [when] : []), ...(hour === null ? [] : [`${hour}.`])].join(' · ')}
      </span>
    </span>
  );
}
