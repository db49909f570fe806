import { type Conference, conferencesApi } from '@kreide/core/features/conferences';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import styles from './Conference.module.css';

/** Who is here and who waits; whoever leads lets in, hands over and sends out. */
export function PeopleList({ conference, ownId }: { conference: Conference; ownId: number }) {
  const { t } = useTranslation('conferences');
  const touches = [conferencesApi.get];
  const admit = useMutation(mutationOf(conferencesApi.admit, { touches }));
  const handOver = useMutation(mutationOf(conferencesApi.handOver, { touches }));
  const remove = useMutation(mutationOf(conferencesApi.remove, { touches }));
  const argsOf = (user_id: number) => ({
    params: { id: String(conference.channel_id), cid: conference.uuid },
    body: { user_id },
  });
  const hosts = isAllowed(conference.can, 'host');
  return (
    <section className={styles.people}>
      <h2>{t('call.list')}</h2>
      <ul>
        {conference.participants.map(({ user_id, displayname, state }) => (
          <li key={user_id} className={styles.person}>
            <span>
              {user_id === ownId ? t('call.you') : displayname}
              {user_id === conference.host_id && <span className={styles.note}> {t('call.host')}</span>}
              {state === 'waiting' && <span className={styles.note}> {t('call.waits')}</span>}
            </span>
            {hosts && user_id !== ownId && (
              <span className={styles.buttons}>
                {state === 'waiting' && (
                  <Button look="primary" onPress={() => admit.mutate(argsOf(user_id))}>
                    {t('call.admit')}
                  </Button>
                )}
                <Menu
                  icon="dots"
                  label={t('call.actions', { name: displayname })}
                  entries={[
                    ...(state === 'in'
                      ? [
                          {
                            key: 'handOver',
                            icon: 'user' as const,
                            text: t('call.handOver'),
                            onAction: () => handOver.mutate(argsOf(user_id)),
                          },
                        ]
                      : []),
                    {
                      key: 'remove',
                      icon: 'close' as const,
                      text: t('call.remove'),
                      onAction: () => remove.mutate(argsOf(user_id)),
                    },
                  ]}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
