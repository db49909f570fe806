import type { ExamCheck } from '@kreide/core/features/exams';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Exams.module.css';
import { useExamWords } from './use-exam-words.ts';

/** Who would have too many exams and why, and who has the room then: said before it is saved. */
export function CheckNotes({ check }: { check: ExamCheck | undefined }) {
  const { t } = useTranslation('exams');
  const { overOf, takenOf } = useExamWords();
  const overs = check?.overs ?? [];
  const taken = check?.taken ?? [];
  return (
    <div role="status">
      {overs.length + taken.length > 0 && (
        <ul className={styles.notes}>
          {overs.map((over) => {
            const [who, why] = overOf(over);
            return (
              <li key={`${over.scope}${over.grade?.id ?? ''}`}>
                <Icon name="alert" size={20} />
                <span>
                  {who}
                  <br />
                  {why}
                </span>
              </li>
            );
          })}
          {overs.length > 0 && check?.can.exceed === 0 && (
            <li>
              <Icon name="lock" size={20} />
              <span>{t('check.refused')}</span>
            </li>
          )}
          {taken.map((one) => (
            <li key={`${one.type}${one.name}${one.time_begins_at}`}>
              <Icon name="alert" size={20} />
              <span>{takenOf(one)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
