import { REPORT_LESSON_MAXIMUM, REPORT_REASONS, type ReportReason } from '@kreide/core/features/help';
import { useState } from 'react';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Faq.module.css';
import { useDialog } from './use-dialog.ts';

export const toReason = (reason: string): ReportReason | null => REPORT_REASONS.find((one) => one === reason) ?? null;

/** What is wrong with it (T-2.48). */
export function WrongStep() {
  const { t } = useTranslation('help');
  const { reason, go } = useDialog();
  const [chosen, setChosen] = useState(toReason(reason));
  const [isAsked, setAsked] = useState(false);
  const next = () => {
    if (chosen === null) return setAsked(true);
    go(chosen === 'course' ? 'courses' : 'confirm', { reason: chosen });
  };
  return (
    <div className={styles.form}>
      <ChoiceList
        label={t('dialog.what')}
        options={REPORT_REASONS.map((key) => ({ key, text: t(`dialog.reason.${key}`) }))}
        value={chosen}
        onChange={setChosen}
        errorMessage={isAsked && chosen === null ? t('dialog.choose') : undefined}
      />
      <div>
        <Button look="primary" onPress={next}>
          {t('dialog.next')}
        </Button>
      </div>
    </div>
  );
}

/** Which course it should be (T-2.50). */
export function CoursesStep() {
  const { t } = useTranslation('help');
  const { course: known, go } = useDialog();
  const form = useForm({
    initial: { course: known },
    problems: (values) => blankProblems(values, { course: t('dialog.courseMissing') }),
    send: async ({ course }) => course.trim(),
    onSaved: (course) => go('confirm', { reason: 'course', course }),
    toWords: () => '',
  });
  return (
    <BareForm form={form} className={styles.form}>
      <TextField
        label={t('dialog.course')}
        maxLength={REPORT_LESSON_MAXIMUM}
        value={form.values.course}
        errorMessage={form.errorOf('course')}
        onChange={(course) => form.change({ course })}
      />
      <div>
        <Button type="submit" look="primary">
          {t('dialog.next')}
        </Button>
      </div>
    </BareForm>
  );
}

/** What will be sent, and who reads it (T-2.49). */
export function ConfirmStep() {
  const { t } = useTranslation('help');
  const { lesson, reason, course, hrefOf } = useDialog();
  const chosen = toReason(reason);
  if (!chosen || !lesson) return <Redirect to={hrefOf('start')} />;
  return (
    <div className={styles.form}>
      <h2>{t('dialog.confirm')}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{t('dialog.lesson')}</dt>
          <dd>{lesson}</dd>
        </div>
        <div>
          <dt>{t('dialog.what')}</dt>
          <dd>{t(`dialog.reason.${chosen}`)}</dd>
        </div>
        {chosen === 'course' && (
          <div>
            <dt>{t('dialog.course')}</dt>
            <dd>{course}</dd>
          </div>
        )}
      </dl>
      <p className={styles.about}>{t('dialog.reader')}</p>
      <div className={styles.steps}>
        <LinkButton look="primary" href={hrefOf('send-feedback')}>
          {t('dialog.next')}
        </LinkButton>
        <LinkButton look="quiet" href={hrefOf('start')}>
          {t('dialog.other')}
        </LinkButton>
      </div>
    </div>
  );
}
