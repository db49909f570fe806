import { type NotificationSettings, notificationsApi } from '@kreide/core/features/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useHint } from '../../kernel/use-hint.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { HintCard } from '../../ui/HintCard.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { DigestFields } from './DigestFields.tsx';
import { QuietFields } from './QuietFields.tsx';
import styles from './SettingsScreen.module.css';
import { SELF, settingsQuery } from './settings-queries.ts';
import { ThisDevice } from './ThisDevice.tsx';
import { QUIET_FIELDS, useQuietRules } from './use-quiet-rules.ts';

/** Whether this device shows messages, how one looks, quiet hours, kinds and digests (P-2.67). */
export function SettingsScreen() {
  const { t } = useTranslation(['notifications', 'shell']);
  const settings = useQuery(settingsQuery);
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
        {(known) => <SettingsForm known={known} />}
      </Loaded>
    </div>
  );
}

const KINDS = ['lesson', 'admin'] as const;

function SettingsForm({ known }: { known: NotificationSettings }) {
  const { t } = useTranslation('notifications');
  const quietProblems = useQuietRules();
  const save = useMutation(mutationOf(notificationsApi.updateSettings, { touches: [notificationsApi.getSettings] }));
  const form = useForm({
    initial: { quiet: known.quiet, muted_kinds: known.muted_kinds, digest: known.digest },
    fields: QUIET_FIELDS,
    problems: ({ quiet }) => quietProblems(quiet),
    send: ({ muted_kinds, ...rest }) => save.mutateAsync({ ...SELF, body: { ...rest, muted_kinds: [...muted_kinds] } }),
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
