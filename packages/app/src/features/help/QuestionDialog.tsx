import {
  isContent,
  SURVEY_FEEDBACK_MAXIMUM,
  SURVEY_RESULTS,
  type SurveyResult,
  type SurveyType,
  surveyProperty,
  usersApi,
} from '@kreide/core/features/users';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { mutationOf, updateQueries } from '../../kernel/data.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './ProductQuestion.module.css';

interface QuestionDialogProps {
  type: SurveyType;
  title: string;
  onClose: (isAnswered: boolean) => void;
}

/** The best first, as people read them. */
const STEPS = SURVEY_RESULTS.toReversed();

/**
 * Five answers (T-2.145): a good one is sent at once (T-4.30), with another one the person can first say why (T-4.31).
 * They are buttons: arrow keys in a group of choices would send on their way to the wanted one.
 */
export function QuestionDialog({ type, title, onClose }: QuestionDialogProps) {
  const { t } = useTranslation(['help', 'shell', 'errors']);
  const id = useId();
  const [isSuccess, setSuccess] = useState(false);
  const save = useMutation(mutationOf(usersApi.updateProperties, { messages: false }));
  const initial: { chosen: SurveyResult | null; text: string } = { chosen: null, text: '' };
  const form = useForm({
    initial,
    // Without an answer there is no button that sends.
    asks: ({ chosen }) => chosen === null,
    send: ({ chosen, text }) => {
      const body = {
        [surveyProperty(type, 'result')]: chosen ?? SURVEY_RESULTS[0],
        [surveyProperty(type, 'feedback')]: text.trim(),
        [surveyProperty(type, 'hidden')]: '1' as const,
      };
      return save.mutateAsync({ params: { id: 'self' }, body });
    },
    onSaved: (properties) => {
      setSuccess(true);
      // The rest of the account is asked for when the dialog is left: the page would take it away before the thanks.
      updateQueries(usersApi.getSelf, (self) => ({ ...self, properties }));
    },
    toWords: (error) => t('question.failed', { reason: toReason(t, error) }),
  });
  const { isPending } = form;
  const { chosen, text } = form.values;
  const close = () => onClose(isSuccess);

  function choose(result: SurveyResult) {
    form.change({ chosen: result });
    if (isContent(result)) void form.submit();
  }

  const isAskedWhy = !isSuccess && chosen !== null && !isContent(chosen);
  return (
    <Dialog
      isOpen
      title={title}
      onClose={close}
      closeLabel={t('shell:close')}
      actions={
        isSuccess ? (
          <Button look="primary" autoFocus onPress={close}>
            {t('question.done')}
          </Button>
        ) : (
          isAskedWhy && (
            <Button type="submit" form={id} look="primary" isPending={isPending}>
              {t('question.send')}
            </Button>
          )
        )
      }
    >
      <BareForm form={form} id={id} className={styles.form}>
        {!isSuccess && (
          <fieldset className={styles.steps} aria-label={title}>
            {STEPS.map((step) => (
              <Button
                key={step}
                wide
                aria-pressed={step === chosen}
                isPending={isPending && step === chosen && isContent(step)}
                onPress={() => choose(step)}
              >
                {t(`question.steps.${step}`)}
              </Button>
            ))}
          </fieldset>
        )}
        {isAskedWhy && (
          <TextField
            label={t('question.why')}
            lines={4}
            maxLength={SURVEY_FEEDBACK_MAXIMUM}
            value={text}
            onChange={(why) => form.change({ text: why })}
          />
        )}
        {!isSuccess && <p className={styles.about}>{t('question.about')}</p>}
        <p role="status">{isSuccess && t('question.thanks')}</p>
        <Problem text={form.failure} />
      </BareForm>
    </Dialog>
  );
}
