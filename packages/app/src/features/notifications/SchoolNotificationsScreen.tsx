import { type NotificationSettings, notificationsApi } from '@kreide/core/features/notifications';
import { rule } from '@kreide/core/validation';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { QuietRuleFields } from './QuietRuleFields.tsx';
import styles from './SettingsScreen.module.css';
import { settingsQuery } from './settings-queries.ts';
import { QUIET_FIELDS, useQuietRules } from './use-quiet-rules.ts';

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
  const quietProblems = useQuietRules();
  const digestProblems = useFieldRules({ digest_at: [rule('required')] });
  const save = useMutation(
    mutationOf(notificationsApi.updateSchoolSettings, { touches: [notificationsApi.getSettings] }),
  );
  const form = useForm({
    initial: { quiet: known.school_quiet, digest_at: known.digest_at },
    fields: [...QUIET_FIELDS, 'digest_at'] as const,
    problems: (values) => [...quietProblems(values.quiet), ...digestProblems(values)],
    send: (body) => save.mutateAsync({ body }),
    onSaved: () => toasts.show('success', t('settings.saved')),
  });
  const { values, change, errorOf } = form;
  return (
    <Card>
      <Form form={form} className={styles.form}>
        <h2>{t('settings.quiet')}</h2>
        <p>{t('school.quietText')}</p>
        <QuietRuleFields value={values.quiet} onChange={(quiet) => change({ quiet })} errorOf={errorOf} />
        <h2>{t('settings.digest')}</h2>
        <p>{t(known.mail === 'off' ? 'school.noMail' : 'school.digestText')}</p>
        <div className={styles.times}>
          <TimeField
            label={t('school.digestAt')}
            value={values.digest_at}
            onChange={(digest_at) => change({ digest_at })}
            isRequired
            errorMessage={errorOf('digest_at')}
          />
        </div>
        <div className={styles.actions}>
          <Button type="submit" look="primary" isPending={form.isPending}>
            {t('settings.save')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
