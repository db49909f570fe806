import { notificationsApi } from '@kreide/core/features/notifications';
import { writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import styles from './SettingsScreen.module.css';
import { SELF, settingsQuery } from './settings-queries.ts';

/** How long messages can be paused, hours. */
const PAUSES = { hour: 1, evening: 8, week: 168 } as const;

/** Pauses messages for a while, and ends the pause (P-2.68). */
export function MuteScreen() {
  const { t, language } = useTranslation('notifications');
  const { school } = useSelf();
  const settings = useQuery(settingsQuery);
  const pause = useMutation(mutationOf(notificationsApi.pause, { touches: [notificationsApi.getSettings] }));
  const until = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  return (
    <div className={styles.page}>
      <Loaded
        query={settings}
        skeleton={{ type: 'list', items: 2, label: t('settings.loading') }}
        errorTitle={t('settings.errorTitle')}
      >
        {({ paused_until }) => {
          const isPaused = paused_until !== null && Date.parse(paused_until) > Date.now();
          return (
            <Card>
              <div className={styles.form}>
                <p role="status">
                  {isPaused
                    ? t('mute.until', {
                        when: writeMoment(language, new Date(paused_until), school.time_zone, 'medium'),
                      })
                    : t('mute.text')}
                </p>
                <div className={styles.actions}>
                  {isPaused && (
                    <Button look="primary" onPress={() => pause.mutate({ ...SELF, body: { until: null } })}>
                      {t('mute.end')}
                    </Button>
                  )}
                  {(['hour', 'evening', 'week'] as const).map((length) => (
                    <Button
                      key={length}
                      onPress={() => pause.mutate({ ...SELF, body: { until: until(PAUSES[length]) } })}
                    >
                      {t(`mute.${length}`)}
                    </Button>
                  ))}
                </div>
              </div>
            </Card>
          );
        }}
      </Loaded>
    </div>
  );
}
