import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './NewForYou.module.css';
import { NotificationItem } from './NotificationItem.tsx';
import { notificationsQuery, personalChannelQuery } from './notification-queries.ts';

/** So many stand on the start page; the rest is in the centre. */
const SHOWN = 4;

/** The newest unread notifications. */
export function UnreadNotifications() {
  const { t } = useTranslation('start');
  const channel = useQuery(personalChannelQuery);
  return (
    <Loaded
      query={channel}
      skeleton={{ type: 'list', items: 3, label: t('changes.loading') }}
      errorTitle={t('changes.error')}
      headingLevel={3}
    >
      {({ chat_id }) => <Unread chatId={chat_id} />}
    </Loaded>
  );
}

function Unread({ chatId }: { chatId: number }) {
  const { t } = useTranslation('start');
  const list = useInfiniteQuery(notificationsQuery(chatId, true));
  return (
    <Loaded
      query={list}
      skeleton={{ type: 'list', items: 3, label: t('changes.loading') }}
      errorTitle={t('changes.error')}
      headingLevel={3}
    >
      {(items) => (
        <ul className={styles.list}>
          {items.slice(0, SHOWN).map((item) => (
            <li key={item.uuid}>
              <NotificationItem item={item} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
