import { ANONYMOUS_MINIMUM, SURVEY_TEXTS_SHOWN, type Survey, type SurveyQuestion } from '@kreide/core/features/surveys';
import { useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Surveys.module.css';

interface SurveyResultsProps {
  survey: Survey;
  /** Asks for all that was written. */
  onMore: () => void;
}

/** What the answers add up to: a table, whose bars are drawn beside its numbers. */
export function SurveyResults({ survey, onMore }: SurveyResultsProps) {
  const { t } = useTranslation('surveys');
  const { is_anonymous, is_over, votes_count, results_count, participants_count, questions } = survey;
  const isHidden = is_anonymous && (results_count ?? 0) < ANONYMOUS_MINIMUM;
  const hidden = t(is_over ? 'tooFewForGood' : 'tooFew', { minimum: ANONYMOUS_MINIMUM });
  return (
    <section className={styles.results} aria-label={t('results')}>
      {participants_count !== null && votes_count !== null && (
        <p className={styles.hint}>{t('counted', { votes: votes_count, all: participants_count })}</p>
      )}
      {isHidden && <p className={styles.hint}>{hidden}</p>}
      {!isHidden && questions.map((one) => <QuestionResult key={one.uuid} question={one} onMore={onMore} />)}
    </section>
  );
}

function QuestionResult({ question, onMore }: { question: SurveyQuestion; onMore: () => void }) {
  const { t } = useTranslation('surveys');
  const { type, options, texts } = question;
  return (
    <div className={styles.result}>
      {type === 'freetext' ? (
        <p className={styles.asked}>{question.question}</p>
      ) : (
        <table className={styles.table} aria-label={t('resultsOf', { question: question.question })}>
          <caption className={styles.asked}>{question.question}</caption>
          <thead className={styles.unseen}>
            <tr>
              <th scope="col">{t('columns.answer')}</th>
              <th scope="col">{t('columns.count')}</th>
              <th scope="col">{t('columns.share')}</th>
            </tr>
          </thead>
          <tbody>
            {options.map(({ id, name, has_user_option, count, percentage, is_chosen }) => (
              <tr key={id} data-chosen={is_chosen || undefined}>
                <th scope="row">
                  <span>{has_user_option ? t('own') : name}</span>
                  <span className={styles.bar} aria-hidden="true">
                    <span style={{ inlineSize: `${percentage ?? 0}%` }} />
                  </span>
                </th>
                <td>{count ?? 0}</td>
                <td>{t('percent', { value: percentage ?? 0 })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {texts !== null && (type === 'freetext' || texts.length > 0) && (
        <WrittenAnswers question={question} texts={texts} onMore={onMore} />
      )}
    </div>
  );
}

interface WrittenAnswersProps {
  question: SurveyQuestion;
  texts: NonNullable<SurveyQuestion['texts']>;
  onMore: () => void;
}

/** What people have written: the first four, then all of it (C-5.18). */
function WrittenAnswers({ question, texts, onMore }: WrittenAnswersProps) {
  const { t } = useTranslation('surveys');
  const [isOpen, setOpen] = useState(false);
  const all = question.texts_count ?? texts.length;
  if (texts.length === 0) return <p className={styles.hint}>{t('noTexts')}</p>;
  return (
    <>
      <ul className={styles.texts} aria-label={t('resultsOf', { question: question.question })}>
        {(isOpen ? texts : texts.slice(0, SURVEY_TEXTS_SHOWN)).map(({ text, count }) => (
          <li key={text}>
            {text}
            {count > 1 && <span className={styles.times}> {count}</span>}
          </li>
        ))}
      </ul>
      {!isOpen && all > SURVEY_TEXTS_SHOWN && (
        <Button
          look="quiet"
          onPress={() => {
            setOpen(true);
            if (texts.length < all) onMore();
          }}
        >
          {t('moreTexts', { all })}
        </Button>
      )}
    </>
  );
}
