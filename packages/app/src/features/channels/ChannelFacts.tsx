import { type Channel, hueOf } from '@kreide/core/features/channels';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import styles from './Channels.module.css';

/** The picture, name and second line of a channel. */
export function ChannelFacts({
  channel,
  said,
}: {
  channel: Pick<Channel, 'type' | 'users_count' | 'avatar' | 'color' | 'meta'>;
  /** Replaces the kind of the channel. */
  said?: string | undefined;
}) {
  const { t } = useTranslation('channels');
  const { type, users_count, avatar, color, meta } = channel;
  const isGroup = type !== 'CHAT';
  const about = said ?? (isGroup ? t('row.members', { count: users_count }) : meta.subtitle);
  return (
    <>
      <Avatar id={avatar.id} name={[avatar.letters]} hue={hueOf(color)} isGroup={isGroup} />
      <span className={styles.words}>
        <span className={styles.name}>{meta.displayname}</span>
        {about && (
          <span className={styles.about} data-said={said !== undefined || undefined}>
            {about}
          </span>
        )}
      </span>
    </>
  );
}
