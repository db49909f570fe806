import { type NotificationSettings, notificationsApi } from '@kreide/core/features/notifications';
import { rule } from '@kreide/core/validation';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { QuietRuleFields } from './QuietRuleFields.tsx';
import styles from './SettingsScreen.module.css';
import { settingsQuery } from './settings-queries.ts';
import { useQuietRules } from './use-quiet-rules.ts';

/** When it is quiet for all who set nothing of their own, and when digests go (D-6.03). */
export function SchoolNotificationsScreen() {
  const { t } = useTranslation('notifications');
  const settings = useQuery(settingsQuery);
  return (
    <div className={styles.page}>
      <Loaded
        query={settings}
        skeleton={{ type: 'list', items: 2, label: t('settings.loading') }}
        errorTitle={t('settings.errorTitle')}
      >
        {(known) => <SchoolForm known={known} />}
      </Loaded>
    </div>
  );
}

function SchoolForm({ known }: { known: NotificationSettings }) {
  const { t } = useTranslation('notifications');
  const [quiet, setQuiet] = useState(known.school_quiet);
  const [time, setTime] = useState(known.digest_at);
  const window = useQuietRules(quiet);
  const digest = useRules({ digest_at: time }, { digest_at: [rule('required')] });
  const save = useMutation({
    ...mutationOf(notificationsApi.updateSchoolSettings, { touches: [notificationsApi.getSettings] }),
    onSuccess: () => toasts.show('success', t('settings.saved')),
  });
  return (
    <Card>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const isFine = [window.check(), digest.check()].every(Boolean);
          if (isFine) save.mutate({ body: { quiet, digest_at: time } });
        }}
      >
        <h2>{t('settings.quiet')}</h2>
        <p>{t('school.quietText')}</p>
        <QuietRuleFields value={quiet} onChange={setQuiet} errorOf={window.errorOf} />
        <h2>{t('settings.digest')}</h2>
        <p>{t(known.mail === 'off' ? 'school.noMail' : 'school.digestText')}</p>
        <div className={styles.times}>
          <TimeField
            label={t('school.digestAt')}
            value={time}
            onChange={setTime}
            isRequired
            errorMessage={digest.errorOf('digest_at')}
          />
        </div>
        <div className={styles.actions}>
          <Button type="submit" look="primary" isPending={save.isPending}>
            {t('settings.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
