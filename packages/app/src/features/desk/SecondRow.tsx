import type { DeskLesson, SecondRowAnswer, SecondRowAnswers } from '@kreide/core/features/desk';
import type { ApiError } from '@kreide/core/kernel';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Desk.module.css';
import { useDeskWords } from './use-desk-words.ts';
import { useSecondRowWords } from './use-second-row-words.ts';

interface SecondRowProps {
  answers: { data: SecondRowAnswers | undefined; error: ApiError | null; isFetching: boolean; refetch: () => unknown };
  /** What is written for everybody takes the place of the words of an answer. */
  comment: string;
  onAnswer: (answer: SecondRowAnswer) => void;
}

/** What can become of a lesson with nobody in its teacher's place, with reasons, consequences and what all would read (D-8.12). */
export function SecondRow({ answers, comment, onAnswer }: SecondRowProps) {
  const { t } = useTranslation('desk');
  return (
    <Loaded query={answers} headingLevel={3} skeleton={{ items: 2, label: t('loading') }} errorTitle={t('errorTitle')}>
      {(known) => <Offered answers={known} comment={comment} onAnswer={onAnswer} />}
    </Loaded>
  );
}

function Offered({ answers, comment, onAnswer }: Omit<SecondRowProps, 'answers'> & { answers: SecondRowAnswers }) {
  const { t } = useTranslation('desk');
  const { toRead } = useDeskWords();
  const { nameAnswer, sayReasons, sayConsequences, sayRefusal } = useSecondRowWords();
  const { answers: offered, refused } = answers;
  if (offered.length + refused.length === 0) return null;
  return (
    <>
      <h3 id="desk-second">{t('second.title')}</h3>
      <ul className={styles.list} aria-labelledby="desk-second">
        {offered.map((answer) => (
          <li key={`${answer.kind} ${answer.other?.lesson_id ?? 0}`} className={styles.answer}>
            <button type="button" className={styles.lesson} onClick={() => onAnswer(answer)}>
              <span className={styles.words}>
                <b>{nameAnswer(answer)}</b>
                {answer.reasons.length > 0 && <span className={styles.muted}>{sayReasons(answer)}</span>}
                <span className={styles.muted}>{sayConsequences(answer)}</span>
              </span>
            </button>
            <details>
              <summary>{t('second.reads')}</summary>
              {answer.reads.map((read) => {
                const { whom, title, when, difference, comment: said } = toRead(read);
                return (
                  <p key={read.uuid} className={styles.muted}>
                    {[whom, title, when, difference, comment.trim() || said].filter(Boolean).join(', ')}
                  </p>
                );
              })}
            </details>
          </li>
        ))}
      </ul>
      {refused.length > 0 && (
        <details>
          <summary>{t('second.refused', { total: refused.length })}</summary>
          <ul className={styles.list}>
            {refused.map((one) => (
              <li key={one.kind} className={styles.row}>
                <span className={styles.words}>
                  <span>{t(`second.kind.${one.kind}`)}</span>
                  <span className={styles.muted}>{sayRefusal(one)}</span>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Says that two lessons hang together, where one of them is chosen. */
export function PartnerNote({ partner, onReset }: { partner: DeskLesson; onReset: () => void }) {
  const { t } = useTranslation('desk');
  const { nameLesson, placeLesson } = useDeskWords();
  return (
    <div className={styles.decided}>
      <p className={styles.muted}>{`${nameLesson(partner)} · ${placeLesson(partner)}. ${t('second.both')}`}</p>
      <div>
        <Button onPress={onReset}>{t('second.undo')}</Button>
      </div>
    </div>
  );
}
