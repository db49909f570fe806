import { SURVEY_OPTIONS_MAXIMUM, SURVEY_OPTIONS_MINIMUM } from '@kreide/core/features/surveys';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Surveys.module.css';
import { type FormQuestion, newOption, type SurveyDraftState } from './use-survey-draft.ts';

const TYPES = ['single', 'multiple', 'freetext'] as const;

interface QuestionFieldsProps {
  question: FormQuestion;
  index: number;
  draft: SurveyDraftState;
  /** What is wrong at a place of the body, in words. */
  problemAt: (path: string) => string | undefined;
}

/** One question of a survey that is being written, with the answers that it offers. */
export function QuestionFields({ question, index, draft, problemAt }: QuestionFieldsProps) {
  const { t } = useTranslation('surveys');
  const { key, type, options, has_user_option } = question;
  const number = index + 1;
  const path = `questions.${index}`;
  const change = (part: Partial<FormQuestion>) => draft.changeQuestion(key, part);
  const isWritten = type === 'freetext';
  const count = options.length + (has_user_option ? 1 : 0);
  const problem = problemAt(`${path}.options`);
  return (
    <section className={styles.block} aria-label={t('question', { number })}>
      <div className={styles.row}>
        <TextField
          label={t('question', { number })}
          value={question.question}
          onChange={(text) => change({ question: text })}
          errorMessage={problemAt(`${path}.question`)}
        />
        {draft.form.values.questions.length > 1 && (
          <IconButton
            icon="trash"
            label={t('removeQuestion', { number })}
            onPress={() => draft.change({ questions: draft.form.values.questions.filter((one) => one.key !== key) })}
          />
        )}
      </div>
      <SegmentedControl
        label={t('type')}
        segments={TYPES.map((one) => ({ key: one, label: t(`types.${one}`) }))}
        value={type}
        onChange={(next) => change({ type: next })}
      />
      {!isWritten && (
        <>
          {options.map((option, at) => (
            <div key={option.key} className={styles.row}>
              <TextField
                label={t('option', { number: at + 1 })}
                value={option.name}
                onChange={(name) =>
                  change({ options: options.map((one) => (one.key === option.key ? { ...one, name } : one)) })
                }
                errorMessage={problemAt(`${path}.options.${at}.name`)}
              />
              {count > SURVEY_OPTIONS_MINIMUM && (
                <IconButton
                  icon="close"
                  label={t('removeOption', { number: at + 1 })}
                  onPress={() => change({ options: options.filter((one) => one.key !== option.key) })}
                />
              )}
            </div>
          ))}
          {problem && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          <div>
            <Button
              look="quiet"
              icon="plus"
              isDisabled={count >= SURVEY_OPTIONS_MAXIMUM}
              onPress={() => change({ options: [...options, newOption()] })}
            >
              {t('addOption')}
            </Button>
          </div>
          <Checkbox isSelected={has_user_option} onChange={(next) => change({ has_user_option: next })}>
            {t('allowOwn')}
          </Checkbox>
        </>
      )}
      {(isWritten || has_user_option) && draft.form.values.results_visibility !== 'none' && (
        <Checkbox isSelected={question.is_shared} onChange={(next) => change({ is_shared: next })}>
          {t('share')}
        </Checkbox>
      )}
    </section>
  );
}
