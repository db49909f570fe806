import { chatApi, type Message, READERS_PAGE } from '@kreide/core/features/channels';
import { useInfiniteQuery } from '@tanstack/react-query';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Chat.module.css';

interface ReadersDialogProps {
  message: Message;
  /** Of how many people. */
  total: number;
  onClose: () => void;
}

/** Who has read a message (C-7.54). */
export function ReadersDialog({ message, total, onClose }: ReadersDialogProps) {
  const { t } = useTranslation('chat');
  const params = { chatId: String(message.chat_id), id: String(message.id) };
  const query = useInfiniteQuery(infiniteQueryOf(chatApi.listReaders, { params }, READERS_PAGE));
  return (
    <Dialog isOpen title={t('readersTitle')} onClose={onClose} closeLabel={t('close')}>
      {query.data && query.data.length > 0 && (
        <p>{t('readersOf', { number: `${query.data.length}${query.hasNextPage ? '+' : ''}`, total })}</p>
      )}
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.readers}
        skeleton={{ type: 'list', label: t('loading') }}
        errorTitle={t('readersError')}
        empty={<EmptyState icon="eye" title={t('noReaders')} />}
      >
        {({ displayname }) => <p>{displayname}</p>}
      </InfiniteList>
    </Dialog>
  );
}
