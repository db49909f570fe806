import { ANONYMOUS_MINIMUM, SURVEY_QUESTIONS_MAXIMUM, type Survey } from '@kreide/core/features/surveys';
import { addDays } from '@kreide/core/kernel';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DateTimePicker } from '../../ui/DateTimePicker.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { QuestionFields } from './QuestionFields.tsx';
import styles from './Surveys.module.css';
import { newQuestion, useSurveyDraft } from './use-survey-draft.ts';

const VISIBILITIES = ['none', 'after', 'before'] as const;

export interface SurveyDialogProps {
  /** What the button says: to whom it goes, for one. */
  confirm: string;
  /** Takes the survey that was made where it belongs; rejects when that failed: the dialog stays as it is. */
  onMade: (survey: Survey) => Promise<void>;
  onClose: () => void;
}

/** Makes a survey (C-4.24), for a chat as for a news item. What was begun is there again when the dialog is opened anew. */
export function SurveyDialog({ confirm, onMade, onClose }: SurveyDialogProps) {
  const { t } = useTranslation('surveys');
  const draft = useSurveyDraft(onMade, onClose);
  const { change } = draft;
  const { values: form, errorOf: problemAt } = draft.form;

  return (
    <Dialog
      isOpen
      title={t('createTitle')}
      onClose={onClose}
      closeLabel={t('close')}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="primary" isPending={draft.form.isPending} onPress={() => void draft.form.submit()}>
            {confirm}
          </Button>
        </>
      }
    >
      {/* What is written is kept on the device, so closing loses nothing; Enter in one of many fields does not send it. */}
      <BareForm form={{ ...draft.form, submit: async () => {} }} className={styles.form}>
        {form.questions.map((question, index) => (
          <QuestionFields key={question.key} question={question} index={index} draft={draft} problemAt={problemAt} />
        ))}
        <div>
          <Button
            icon="plus"
            isDisabled={form.questions.length >= SURVEY_QUESTIONS_MAXIMUM}
            onPress={() => change({ questions: [...form.questions, newQuestion()] })}
          >
            {t('addQuestion')}
          </Button>
          {form.questions.length >= SURVEY_QUESTIONS_MAXIMUM && (
            <p className={styles.hint}>{t('rules.questionsMax', { maximum: SURVEY_QUESTIONS_MAXIMUM })}</p>
          )}
        </div>
        <div className={styles.block}>
          <p className={styles.asked}>{t('visibility')}</p>
          <SegmentedControl
            label={t('visibility')}
            segments={VISIBILITIES.map((key) => ({ key, label: t(`visibilities.${key}`) }))}
            value={form.results_visibility}
            onChange={(results_visibility) => change({ results_visibility })}
          />
          <Checkbox isSelected={form.is_anonymous} onChange={(is_anonymous) => change({ is_anonymous })}>
            {t('anonymous')}
          </Checkbox>
          {form.is_anonymous && <p className={styles.hint}>{t('anonymousAbout', { minimum: ANONYMOUS_MINIMUM })}</p>}
          <Checkbox isSelected={form.ends !== null} onChange={(ends) => change({ ends: ends ? draft.tomorrow : null })}>
            {t('ends')}
          </Checkbox>
          {form.ends && (
            <DateTimePicker
              label={t('endsAt')}
              value={form.ends}
              onChange={(ends) => change({ ends })}
              fallback={draft.tomorrow}
              min={draft.today}
              max={addDays(draft.today, 365)}
              errorMessage={problemAt('expires_at')}
            />
          )}
        </div>
      </BareForm>
    </Dialog>
  );
}
