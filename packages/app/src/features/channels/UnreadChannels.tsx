import type { Channel } from '@kreide/core/features/channels';
import { useTranslation } from '../../kernel/use-translation.ts';
import { CardSection } from '../../ui/CardSection.tsx';
import { ChannelRow } from './ChannelRow.tsx';
import { LiveChannels } from './LiveChannels.tsx';
import styles from './UnreadChannels.module.css';

/** So many stand on the start page; the rest is in the list. */
const SHOWN = 3;

/** The channels in which something is unread, as they stand in the list. */
export function UnreadChannels({ channels }: { channels: readonly Channel[] }) {
  const { t } = useTranslation('start');
  return (
    <CardSection title={t('chats.title')} href="/channels" link={t('chats.all')}>
      <LiveChannels />
      <ul className={styles.list}>
        {channels.slice(0, SHOWN).map((channel) => (
          <li key={channel.id}>
            <ChannelRow channel={channel} />
          </li>
        ))}
      </ul>
    </CardSection>
  );
}
