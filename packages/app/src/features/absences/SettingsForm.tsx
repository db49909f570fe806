import { type AbsenceSettings, GRACE_MINUTES_MAXIMUM } from '@kreide/core/features/absences';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
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
  const [grace, setGrace] = useState(String(known.grace_minutes));
  const [from, setFrom] = useState(known.next_day_from);
  const [pupils, setPupils] = useState(known.pupils_report);
  const [hasTried, setTried] = useState(false);
  const save = useMutation(saveSettings);
  const minutes = /^\d{1,2}$/.test(grace) && Number(grace) <= GRACE_MINUTES_MAXIMUM ? Number(grace) : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (save.isPending || minutes === null || from === '') return;
    save.mutate(
      { body: { grace_minutes: minutes, next_day_from: from, pupils_report: pupils } },
      { onSuccess: () => toasts.show('success', t('settings.saved')) },
    );
  }
  const reasonOf = ({ code }: ApiError) => t('manage.failed', { reason: t(`errors:${code}`) });
  return (
    <section className={styles.part} aria-labelledby="absence-settings">
      <h2 id="absence-settings">{t('settings.title')}</h2>
      <Card>
        <form className={styles.form} onSubmit={submit} noValidate>
          <div className={styles.short}>
            <TextField
              label={t('settings.grace')}
              description={t('settings.graceHint')}
              inputMode="numeric"
              value={grace}
              onChange={setGrace}
              errorMessage={
                hasTried && minutes === null ? t('settings.graceWrong', { maximum: GRACE_MINUTES_MAXIMUM }) : undefined
              }
            />
          </div>
          <div className={styles.short}>
            <TimeField
              label={t('settings.nextDay')}
              description={t('settings.nextDayHint')}
              value={from}
              onChange={setFrom}
              errorMessage={hasTried && from === '' ? t('settings.nextDayWrong') : undefined}
            />
          </div>
          <Checkbox isSelected={pupils} onChange={setPupils}>
            {t('settings.pupils')}
          </Checkbox>
          <Problem text={save.error && reasonOf(save.error)} />
          <div>
            <Button type="submit" look="primary" isPending={save.isPending}>
              {t('save')}
            </Button>
          </div>
        </form>
      </Card>
    </section>
  );
}
