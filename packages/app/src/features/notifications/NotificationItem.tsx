import type { Notification } from '@kreide/core/features/channels';
import { toStep } from '@kreide/core/features/notifications';
import { writeAgo } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Link } from '../../ui/Link.tsx';
import styles from './NotificationItem.module.css';
import { useMarking } from './use-marking.ts';

interface NotificationItemProps {
  item: Notification;
  /** Called when it leads to another page. */
  onLeave?: (() => void) | undefined;
}

/** One notification: pressing it does what it is for and marks it as read (C-4.40). */
export function NotificationItem({ item, onLeave }: NotificationItemProps) {
  const { t, language } = useTranslation('shell');
  const { school } = useSelf();
  const mark = useMarking(item);
  const step = toStep(item.actions);
  const read = () => item.is_read || mark(true);
  const when = writeAgo(language, new Date(item.created_at), new Date(), school.time_zone);
  const content = (
    <>
      {!item.is_read && (
        <span className={styles.dot}>
          <span className={styles.spoken}>{t('bell.itemUnread')}</span>
        </span>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes every text of a notification */}
      <span className={styles.text} dangerouslySetInnerHTML={{ __html: item.content_rendered }} />
      <time className={styles.time} dateTime={item.created_at}>
        {when}
      </time>
    </>
  );
  const look = classes(styles.main, !item.is_read && styles.unread);
  return (
    <article className={styles.item}>
      {step?.to === 'page' ? (
        <Link
          to={step.path}
          className={look}
          onClick={() => {
            read();
            onLeave?.();
          }}
        >
          {content}
        </Link>
      ) : step?.to === 'tab' ? (
        <a href={step.address} target="_blank" rel="noopener noreferrer" className={look} onClick={read}>
          {content}
        </a>
      ) : (
        <button type="button" className={look} onClick={read}>
          {content}
        </button>
      )}
      <IconButton
        icon={item.is_read ? 'eyeOff' : 'check'}
        label={item.is_read ? t('bell.markUnread') : t('bell.markRead')}
        onPress={() => mark(!item.is_read)}
      />
    </article>
  );
}
