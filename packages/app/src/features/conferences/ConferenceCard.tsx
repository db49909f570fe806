import { conferencesApi, conferencesEvents } from '@kreide/core/features/conferences';
import { toLocal, toTime } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { invalidateQueries, queryOf } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Conference.module.css';

export interface ConferenceCardProps {
  /** The channel in which it was begun. */
  channelId: number;
  conferenceId: number;
}

/** The conference that a message tells of: open, running since, or over, with the way in (C-4.36, C-7.31). */
export function ConferenceCard({ channelId, conferenceId }: ConferenceCardProps) {
  const { t } = useTranslation('conferences');
  const { time_zone } = useSelf().school;
  const params = { id: String(channelId) };
  const { data } = useQuery(queryOf(conferencesApi.getRunning, { params }));
  const refresh = () => void invalidateQueries(conferencesApi.getRunning, { params });
  useRealtime(conferencesEvents.conferenceChanged, ({ channel_id }) => channel_id === channelId && refresh(), refresh);
  const running = data?.running?.id === conferenceId ? data.running : null;
  const present = running?.participants.filter(({ state }) => state === 'in').length ?? 0;
  const time = running ? toTime(toLocal(new Date(running.created_at), time_zone).minutes) : '';
  return (
    <section className={styles.card} aria-label={t('start.title')}>
      <p className={styles.cardTitle}>
        <Icon name="monitor" />
        {t('start.title')}
        {/* Nothing is said of a state that is not known yet. */}
        {data && (
          <Tag look={running === null ? 'plain' : 'success'}>
            {running === null ? t('card.over') : present === 0 ? t('card.open') : t('card.running', { time })}
          </Tag>
        )}
      </p>
      {present > 0 && <p className={styles.note}>{t('present', { count: present })}</p>}
      {running && (
        <div>
          <LinkButton look="primary" href={`/channels/${channelId}/join-conference/${running.uuid}`}>
            {t('start.join')}
          </LinkButton>
        </div>
      )}
    </section>
  );
}
