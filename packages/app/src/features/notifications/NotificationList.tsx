import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Link } from '../../ui/Link.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { NotificationItem } from './NotificationItem.tsx';
import styles from './NotificationList.module.css';
import { notificationsQuery, personalChannelQuery } from './notification-queries.ts';

interface NotificationListProps {
  /** Called when a notification leads to another page. */
  onLeave?: () => void;
}

/** The notifications, all or only unread ones; the channel is asked for first where it is not known (C-7.108). */
export function NotificationList({ onLeave }: NotificationListProps) {
  const { t } = useTranslation('notifications');
  const channel = useQuery(personalChannelQuery);
  return (
    <Loaded query={channel} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
      {({ chat_id }) => <Notifications chatId={chat_id} onLeave={onLeave} />}
    </Loaded>
  );
}

function Notifications({ chatId, onLeave }: { chatId: number; onLeave: (() => void) | undefined }) {
  const { t } = useTranslation('notifications');
  const { id } = useSelf();
  const [isOnlyUnread, setOnlyUnread] = useState(false);
  const list = useInfiniteQuery(notificationsQuery(chatId, isOnlyUnread));
  const empty = isOnlyUnread ? (
    <EmptyState icon="checkCircle" title={t('noUnreadTitle')} text={t('noUnreadText')} />
  ) : (
    <EmptyState icon="bell" title={t('emptyTitle')} text={t('emptyText')} />
  );
  return (
    <>
      <div className={styles.filter}>
        <Switch isSelected={isOnlyUnread} onChange={setOnlyUnread}>
          {t('onlyUnread')}
        </Switch>
        <Link className={styles.settings} to={`/settings/${id}/notifications`} onClick={onLeave}>
          {t('settingsLink')}
        </Link>
      </div>
      <InfiniteList
        query={list}
        idOf={({ uuid }) => uuid}
        className={styles.list}
        skeleton={{ type: 'list', label: t('loading') }}
        errorTitle={t('errorTitle')}
        empty={empty}
        end={<p className={styles.end}>{t('noMore')}</p>}
      >
        {(item) => <NotificationItem item={item} onLeave={onLeave} />}
      </InfiniteList>
    </>
  );
}
