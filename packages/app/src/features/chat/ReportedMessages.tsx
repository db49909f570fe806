import type { ReportedMessage } from '@kreide/core/features/channels';
import { writeMoment } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Reports.module.css';

/** A reported message after what was written before it, as it was then. */
export function ReportedMessages({ messages }: { messages: readonly ReportedMessage[] }) {
  const { t, language } = useTranslation('chat');
  const { time_zone } = useSelf().school;
  return (
    <ol className={styles.messages} aria-label={t('reports.messages')}>
      {messages.map(({ id, user, content, file_name, created_at, is_reported }) => (
        <li key={id} data-reported={is_reported || undefined}>
          <p className={styles.head}>
            <strong>{user?.displayname}</strong>
            <time dateTime={created_at}>{writeMoment(language, new Date(created_at), time_zone, 'short')}</time>
            {is_reported && <Tag>{t('reports.reported')}</Tag>}
          </p>
          <p className={styles.content}>{content || (file_name === null && t('reports.nothing'))}</p>
          {file_name !== null && <p>{t('reports.file', { name: file_name })}</p>}
        </li>
      ))}
    </ol>
  );
}
