import type { Homework } from '@kreide/core/features/classbook';
import { writeDate } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Classbook.module.css';
import { HomeworkTools, useHomeworkActs } from './HomeworkTools.tsx';

/** Homework of a lesson, with the day on which it is due. */
export function HomeworkCard({ homework }: { homework: Homework }) {
  const { t, language } = useTranslation('classbook');
  const { begin, dialogs } = useHomeworkActs();
  const { text, due_at, children, deleted_at } = homework;
  return (
    <article className={styles.notice} aria-label={text || t('homework.deleted')}>
      <div className={styles.noticeHead}>
        <span className={styles.tags}>
          {/* An answer that a device has kept may be older than the field. */}
          {(children ?? []).map((child) => (
            <Tag key={child.id} icon="user">
              {child.meta.displayname}
            </Tag>
          ))}
          {deleted_at === null ? (
            <Tag icon="clock">{t('homework.dueOn', { date: writeDate(language, due_at, 'weekdayShort') })}</Tag>
          ) : (
            <Tag look="danger">{t('homework.deleted')}</Tag>
          )}
        </span>
        <HomeworkTools homework={homework} onAct={begin} />
      </div>
      {deleted_at === null && <p className={styles.message}>{text}</p>}
      {dialogs}
    </article>
  );
}
