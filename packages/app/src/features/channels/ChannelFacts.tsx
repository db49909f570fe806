import type { Channel } from '@kreide/core/features/channels';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import styles from './Channels.module.css';

/** The picture, name and second line of a channel: also the header of its chat. */
export function ChannelFacts({ channel }: { channel: Pick<Channel, 'id' | 'type' | 'users_count' | 'meta'> }) {
  const { t } = useTranslation('channels');
  const { id, type, users_count, meta } = channel;
  const isGroup = type !== 'CHAT';
  const [first = '', ...rest] = meta.displayname.split(' ');
  const last = rest.at(-1);
  const about = isGroup ? t('row.members', { count: users_count }) : meta.subtitle;
  return (
    <>
      <Avatar
        id={meta.user_id ?? id}
        name={meta.shortcut ? [meta.shortcut] : last ? [first, last] : [first]}
        isGroup={isGroup}
      />
      <span className={styles.words}>
        <span className={styles.name}>{meta.displayname}</span>
        {about && <span className={styles.about}>{about}</span>}
      </span>
    </>
  );
}
