import { type Exam, examName } from '@kreide/core/features/exams';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Exams.module.css';
import { useExamWords } from './use-exam-words.ts';

/** What can be done with an exam of the list. */
export type ExamAction = 'edit' | 'off' | 'remove';

interface ExamItemProps {
  exam: Exam;
  onAction: (action: ExamAction, exam: Exam) => void;
}

/** An exam in a list: when, what and where, what it is about, and what can be done with it. */
export function ExamItem({ exam, onAction }: ExamItemProps) {
  const { t } = useTranslation('exams');
  const { childs } = useSelf();
  const { timeOf } = useExamWords();
  const name = examName(exam);
  const { topic, note, room, author, editor, over_reason, is_cancelled, child_ids } = exam;
  const children = childs.filter(({ id }) => child_ids.includes(id)).map(({ firstname }) => firstname);
  const people = [author && t('by', { name: author }), editor && editor !== author && t('changedBy', { name: editor })];
  const facts = [t(`kinds.${exam.kind}`), room && t('room', { room: room.shortcut }), children.join(', ')];
  return (
    <div className={styles.item}>
      <span className={styles.time}>{timeOf(exam)}</span>
      <div className={styles.words}>
        <span className={styles.name}>{is_cancelled ? <s>{name}</s> : name}</span>
        <span className={styles.muted}>{facts.filter(Boolean).join(' · ')}</span>
        {topic && <span>{topic}</span>}
        {note && <span className={styles.note}>{note}</span>}
        {over_reason && <span className={styles.muted}>{t('overBecause', { reason: over_reason })}</span>}
        {author && <span className={styles.muted}>{people.filter(Boolean).join(', ')}</span>}
      </div>
      <span className={styles.tags}>
        {is_cancelled && <Tag look="warning">{t('states.cancelled')}</Tag>}
        {over_reason && <Tag look="warning">{t('states.over')}</Tag>}
        {exam.is_public && exam.can.update === 1 && <Tag>{t('states.public')}</Tag>}
      </span>
      {(exam.can.update === 1 || exam.can.delete === 1) && (
        <span className={styles.actions}>
          {exam.can.update === 1 && (
            <IconButton icon="edit" label={t('edit', { name })} onPress={() => onAction('edit', exam)} />
          )}
          {exam.can.update === 1 && !is_cancelled && (
            <IconButton icon="close" label={t('off', { name })} onPress={() => onAction('off', exam)} />
          )}
          {exam.can.delete === 1 && (
            <IconButton icon="trash" label={t('remove', { name })} onPress={() => onAction('remove', exam)} />
          )}
        </span>
      )}
    </div>
  );
}
