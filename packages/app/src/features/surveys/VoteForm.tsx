import {
  NO_ANSWER,
  pressOption,
  SURVEY_TEXT_MAXIMUM,
  type Survey,
  type SurveyQuestion,
} from '@kreide/core/features/surveys';
import { max } from '@kreide/core/validation';
import { useId } from 'react';
import { Form } from '../../kernel/form/Form.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Surveys.module.css';
import type { Voting } from './use-voting.ts';

/** The questions of a survey with their answers, to be chosen and sent. */
export function VoteForm({ survey, voting }: { survey: Survey; voting: Voting }) {
  const { t } = useTranslation('surveys');
  const { questions, is_anonymous, is_user_voted } = survey;
  return (
    <Form
      // Nothing is sent as long as its button is off.
      form={voting.canSubmit ? voting.form : { ...voting.form, submit: async () => {} }}
      className={styles.form}
    >
      {questions.map((question) => (
        <QuestionField key={question.uuid} question={question} voting={voting} />
      ))}
      {is_anonymous && questions.some(({ type, has_user_option }) => type === 'freetext' || has_user_option) && (
        <p className={styles.hint}>{t('anonymousHint')}</p>
      )}
      <div className={styles.actions}>
        <Button type="submit" look="primary" isDisabled={!voting.canSubmit} isPending={voting.isPending}>
          {t(is_user_voted ? 'voteAgain' : 'vote')}
        </Button>
      </div>
    </Form>
  );
}

function QuestionField({ question, voting }: { question: SurveyQuestion; voting: Voting }) {
  const { t } = useTranslation('surveys');
  const name = useId();
  const { uuid, type, options } = question;
  const answer = voting.answers[uuid] ?? NO_ANSWER;
  const own = options.find(({ has_user_option }) => has_user_option)?.id;
  const isWriting = type === 'freetext' || (own !== undefined && answer.options.includes(own));
  const isTooLong = !max(answer.text.trim(), SURVEY_TEXT_MAXIMUM);
  const kind = type === 'single' ? 'radio' : 'checkbox';
  return (
    <fieldset className={styles.question}>
      <legend>{question.question}</legend>
      {options.map((option) => (
        <label key={option.id} className={styles.option}>
          <input
            type={kind}
            name={name}
            checked={answer.options.includes(option.id)}
            // A press, not a change: what is chosen of a single choice can be taken back (C-5.21).
            onClick={() => voting.change(uuid, (now) => pressOption(question, now, option.id))}
            onChange={() => {}}
          />
          <span>{option.has_user_option ? t('own') : option.name}</span>
        </label>
      ))}
      {isWriting && (
        <TextField
          aria-label={t('ownText', { question: question.question })}
          lines={2}
          value={answer.text}
          onChange={(text) => voting.change(uuid, (now) => ({ ...now, text }))}
          errorMessage={isTooLong ? t('rules.answerMax', { maximum: SURVEY_TEXT_MAXIMUM }) : undefined}
        />
      )}
    </fieldset>
  );
}
