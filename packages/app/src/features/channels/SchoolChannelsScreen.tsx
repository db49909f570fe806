import { type ChannelSettings, channelsApi } from '@kreide/core/features/channels';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { selfQuery, useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Channels.module.css';

const SWITCHES = [
  { key: 'channels', text: 'channels' },
  { key: 'reactions', text: 'reactions' },
  { key: 'pupils', text: 'pupils' },
  { key: 'parents', text: 'parents' },
  { key: 'basic_admin_content_moderation', text: 'moderation' },
] as const;

/**
 * Whether the school uses channels, and who may write to each other beyond school matters (P-3.25, C-6.07); whether news
 * can be reported (P-3.29).
 */
export function SchoolChannelsScreen() {
  const { t } = useTranslation(['channels', 'errors']);
  const params = { id: String(useSelf().school.id) };
  const query = useQuery(queryOf(channelsApi.getSettings, { params }, { staleTime: 0 }));
  const change = useMutation({
    ...mutationOf(channelsApi.updateSettings, { messages: false, touches: [channelsApi.getSettings] }),
    onSuccess: () => {
      toasts.show('success', t('school.saved'), { topic: 'channels' });
      // The own menu hears of it at once.
      void queries.invalidateQueries(selfQuery);
    },
  });
  return (
    <div className={styles.screen}>
      <Loaded query={query} skeleton={{ items: 1, label: t('school.loading') }} errorTitle={t('school.errorTitle')}>
        {(saved) => {
          const sent = change.isPending ? change.variables.body : saved;
          const shown: ChannelSettings = {
            ...sent,
            reactions: sent.reactions ?? saved.reactions,
            basic_admin_content_moderation: sent.basic_admin_content_moderation ?? saved.basic_admin_content_moderation,
          };
          return (
            <Card isRoomy>
              <div className={styles.form}>
                {SWITCHES.map(({ key, text }) => (
                  <div key={key}>
                    <Switch
                      isSelected={shown[key]}
                      onChange={(isOn) => change.mutate({ params, body: { ...shown, [key]: isOn } })}
                    >
                      {t(`school.${text}`)}
                    </Switch>
                    <p className={styles.about}>{t(`school.${text}About`)}</p>
                  </div>
                ))}
                <Problem text={change.error && toReason(t, change.error)} />
              </div>
            </Card>
          );
        }}
      </Loaded>
    </div>
  );
}
