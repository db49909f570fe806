import type { Homework } from '@kreide/core/features/classbook';
import { toHue } from '@kreide/core/features/timetable';
import { addDays, writeDate } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { CardSection } from '../../ui/CardSection.tsx';
import book from './Classbook.module.css';
import styles from './HomeworkDue.module.css';

interface HomeworkDueProps {
  homework: readonly Homework[];
  /** The date where the school is. */
  today: string;
}

/** What is to be done, for which subject and until when; for parents of several children with the child's name. */
export function HomeworkDue({ homework, today }: HomeworkDueProps) {
  const { t, language } = useTranslation('start');
  const dayOf = (date: string) => {
    if (date === today) return t('due.today');
    return date === addDays(today, 1) ? t('due.tomorrow') : writeDate(language, date, 'weekdayShort');
  };
  return (
    <CardSection title={t('due.title')} href="/classbooks" link={t('due.all')}>
      <ul className={styles.list}>
        {homework.map(({ id, text, due_at, entry, children }) => (
          <li key={id} className={styles.row}>
            <p className={styles.text}>{text}</p>
            <p className={styles.about}>
              <span className={book.subject} data-hue={toHue(entry.color)}>
                {entry.name}
              </span>
              {/* An answer that a device has kept may be older than the field. */}
              {(children ?? []).map(({ meta }) => meta.displayname).join(', ')}
            </p>
            <time className={styles.due} dateTime={due_at}>
              {dayOf(due_at)}
            </time>
          </li>
        ))}
      </ul>
    </CardSection>
  );
}
