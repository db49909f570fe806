import { SURVEY_PREVIEW_QUESTIONS, type Survey } from '@kreide/core/features/surveys';
import styles from './Surveys.module.css';

/** The first questions of a long survey, and an ellipsis where there are more (C-9.31). */
export function SurveyPreview({ survey: { questions } }: { survey: { questions: readonly PreviewedQuestion[] } }) {
  return (
    <ol className={styles.preview}>
      {questions.slice(0, SURVEY_PREVIEW_QUESTIONS).map(({ uuid, question }) => (
        <li key={uuid}>{question}</li>
      ))}
      {questions.length > SURVEY_PREVIEW_QUESTIONS && <li className={styles.ellipsis}>…</li>}
    </ol>
  );
}

type PreviewedQuestion = Pick<Survey['questions'][number], 'uuid' | 'question'>;
