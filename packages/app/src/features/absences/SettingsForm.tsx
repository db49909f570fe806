import { type AbsenceSettings, GRACE_MINUTES_MAXIMUM } from '@kreide/core/features/absences';
import { useMutation } from '@tanstack/react-query';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Management.module.css';
import { saveSettings } from './management-queries.ts';

/** How the school takes absences in: when parents are told, from when on tomorrow is meant, and whether pupils report themselves. */
export function SettingsForm({ known }: { known: AbsenceSettings }) {
  const { t } = useTranslation(['absences', 'errors']);
  const save = useMutation(saveSettings);
  const form = useForm({
    initial: {
      grace_minutes: String(known.grace_minutes),
      next_day_from: known.next_day_from,
      pupils_report: known.pupils_report,
    },
    problems: ({ grace_minutes, next_day_from }) => [
      ...(/^\d{1,2}$/.test(grace_minutes) && Number(grace_minutes) <= GRACE_MINUTES_MAXIMUM
        ? []
        : [{ field: 'grace_minutes', text: t('settings.graceWrong', { maximum: GRACE_MINUTES_MAXIMUM }) }]),
      ...(next_day_from === '' ? [{ field: 'next_day_from', text: t('settings.nextDayWrong') }] : []),
    ],
    send: (values) => save.mutateAsync({ body: { ...values, grace_minutes: Number(values.grace_minutes) } }),
    onSaved: () => toasts.show('success', t('settings.saved')),
    toWords: (error) => t('manage.failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  return (
    <section className={styles.part} aria-labelledby="absence-settings">
      <h2 id="absence-settings">{t('settings.title')}</h2>
      <Card>
        <Form form={form} className={styles.form}>
          <div className={styles.short}>
            <TextField
              label={t('settings.grace')}
              description={t('settings.graceHint')}
              inputMode="numeric"
              value={values.grace_minutes}
              onChange={(grace_minutes) => change({ grace_minutes })}
              errorMessage={errorOf('grace_minutes')}
            />
          </div>
          <div className={styles.short}>
            <TimeField
              label={t('settings.nextDay')}
              description={t('settings.nextDayHint')}
              value={values.next_day_from}
              onChange={(next_day_from) => change({ next_day_from })}
              errorMessage={errorOf('next_day_from')}
            />
          </div>
          <Checkbox isSelected={values.pupils_report} onChange={(pupils_report) => change({ pupils_report })}>
            {t('settings.pupils')}
          </Checkbox>
          <Problem text={form.failure} />
          <div>
            <Button type="submit" look="primary" isPending={form.isPending}>
              {t('save')}
            </Button>
          </div>
        </Form>
      </Card>
    </section>
  );
}
