import type { Survey } from '@kreide/core/features/surveys';
import { isAllowed } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SurveyResults } from './SurveyResults.tsx';
import styles from './Surveys.module.css';
import { useVoting } from './use-voting.ts';
import { VoteForm } from './VoteForm.tsx';

/** A survey to answer, what was answered, and what it adds up to, as far as the reader may see that. */
export function SurveyBody({ survey, onMore }: { survey: Survey; onMore: () => void }) {
  const { t } = useTranslation('surveys');
  const voting = useVoting(survey);
  const { is_user_voted, is_over, can, questions } = survey;
  const seesResults = isAllowed(can, 'view-results');
  const isFixed = is_user_voted && !is_over && !isAllowed(can, 'vote');
  return (
    <>
      {voting.isAnswering && <VoteForm survey={survey} voting={voting} />}
      {!voting.isAnswering && !seesResults && (
        <ul className={styles.preview}>
          {questions.map(({ uuid, question, options, own_text }) => (
            <li key={uuid}>
              <span className={styles.asked}>{question}</span>
              {[...options.filter((one) => one.is_chosen && !one.has_user_option).map(({ name }) => name), own_text]
                .filter(Boolean)
                .join(', ')}
            </li>
          ))}
        </ul>
      )}
      {seesResults && <SurveyResults survey={survey} onMore={onMore} />}
      {is_user_voted && (
        <p className={styles.state}>
          <Icon name="checkCircle" size={20} /> {t('voted')}
        </p>
      )}
      {is_over && <p className={styles.state}>{t('over')}</p>}
      {isFixed && <p className={styles.state}>{t('votedFixed')}</p>}
      {is_user_voted && !voting.isAnswering && isAllowed(can, 'vote') && (
        <div className={styles.actions}>
          <Button onPress={voting.startChange}>{t('voteAgain')}</Button>
          <Button look="quiet" isPending={voting.isPending} onPress={voting.revoke}>
            {t('revoke')}
          </Button>
        </div>
      )}
    </>
  );
}
