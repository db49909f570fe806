import { type NotificationSettings, notificationsApi } from '@kreide/core/features/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useHint } from '../../kernel/use-hint.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { HintCard } from '../../ui/HintCard.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { setUsualReminders, usualRemindersQuery } from '../calendar/index.ts';
import { DigestFields } from './DigestFields.tsx';
import { QuietFields } from './QuietFields.tsx';
import { ReminderFields } from './ReminderFields.tsx';
import styles from './SettingsScreen.module.css';
import { SELF, settingsQuery } from './settings-queries.ts';
import { ThisDevice } from './ThisDevice.tsx';
import { QUIET_FIELDS, useQuietRules } from './use-quiet-rules.ts';

/** Whether this device shows messages, how one looks, quiet hours, kinds and digests (P-2.67). */
export function SettingsScreen() {
  const { t } = useTranslation(['notifications', 'shell']);
  const settings = useQuery(settingsQuery);
  const hasEvents = useSelf().permissions.includes('view-calendars');
  const reminders = useQuery({ ...usualRemindersQuery, enabled: hasEvents });
  const hint = useHint('notifications');
  return (
    <div className={styles.page}>
      {hint.isShown && (
        <HintCard
          title={t('settings.hintTitle')}
          texts={{ close: t('shell:close'), closed: t('settings.hintClosed'), undo: t('settings.hintUndo') }}
          onClosed={hint.hide}
        >
          {t('settings.hintText')}
        </HintCard>
      )}
      <ThisDevice />
      <Loaded
        query={settings}
        skeleton={{ type: 'list', items: 3, label: t('settings.loading') }}
        errorTitle={t('settings.errorTitle')}
      >
        {(known) =>
          hasEvents ? (
            <Loaded
              query={reminders}
              skeleton={{ type: 'list', items: 3, label: t('settings.loading') }}
              errorTitle={t('settings.errorTitle')}
            >
              {({ minutes }) => <SettingsForm known={known} reminders={minutes} />}
            </Loaded>
          ) : (
            <SettingsForm known={known} reminders={null} />
          )
        }
      </Loaded>
    </div>
  );
}

const KINDS = ['lesson', 'admin'] as const;

interface SettingsFormProps {
  known: NotificationSettings;
  /** Minutes before events; null: there are none for this person. */
  reminders: readonly number[] | null;
}

function SettingsForm({ known, reminders }: SettingsFormProps) {
  const { t } = useTranslation('notifications');
  const quietProblems = useQuietRules();
  const save = useMutation(mutationOf(notificationsApi.updateSettings, { touches: [notificationsApi.getSettings] }));
  const remind = useMutation(setUsualReminders);
  const { quiet: ownQuiet, muted_kinds: kinds, digest: rhythm, reminder_mail: byMail } = known;
  const form = useForm({
    initial: {
      quiet: ownQuiet,
      muted_kinds: kinds,
      digest: rhythm,
      reminder_mail: byMail,
      reminders: [...(reminders ?? [])],
    },
    fields: QUIET_FIELDS,
    problems: ({ quiet }) => quietProblems(quiet),
    send: async ({ muted_kinds, reminders: minutes, ...rest }) => {
      await save.mutateAsync({ ...SELF, body: { ...rest, muted_kinds: [...muted_kinds] } });
      if (reminders) await remind.mutateAsync({ body: { minutes: [...minutes] } });
    },
    onSaved: () => toasts.show('success', t('settings.saved')),
  });
  const { quiet, muted_kinds: muted, digest } = form.values;
  return (
    <Card>
      <Form form={form} className={styles.form}>
        <h2>{t('settings.quiet')}</h2>
        <p>{t('settings.quietText')}</p>
        <QuietFields
          value={quiet}
          ofSchool={known.school_quiet}
          onChange={(value) => form.change({ quiet: value })}
          errorOf={form.errorOf}
        />
        <fieldset className={styles.kinds}>
          <legend>{t('settings.kinds')}</legend>
          {KINDS.map((kind) => (
            <Checkbox
              key={kind}
              isSelected={!muted.includes(kind)}
              onChange={(isWanted) =>
                form.change({ muted_kinds: isWanted ? muted.filter((one) => one !== kind) : [...muted, kind] })
              }
            >
              {t(`settings.kind_${kind}`)}
            </Checkbox>
          ))}
        </fieldset>
        <DigestFields known={known} value={digest} onChange={(value) => form.change({ digest: value })} />
        {reminders && (
          <ReminderFields
            minutes={form.values.reminders}
            mail={known.mail === 'off' ? null : form.values.reminder_mail}
            onChange={form.change}
          />
        )}
        <div className={styles.actions}>
          <Button type="submit" look="primary" isPending={form.isPending}>
            {t('settings.save')}
          </Button>
          <LinkButton look="quiet" icon="clock" href="/notifications/mute">
            {t('settings.pause')}
          </LinkButton>
        </div>
      </Form>
    </Card>
  );
}
