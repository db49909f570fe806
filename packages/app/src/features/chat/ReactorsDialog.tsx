import { chatApi, type Message, READERS_PAGE } from '@kreide/core/features/channels';
import { useInfiniteQuery } from '@tanstack/react-query';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import chat from './Chat.module.css';
import styles from './Reactions.module.css';
import { SIGNS } from './Reactions.tsx';

/** Who has reacted to a message, and how. */
export function ReactorsDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const params = { chatId: String(message.chat_id), id: String(message.id) };
  const query = useInfiniteQuery(infiniteQueryOf(chatApi.listReactors, { params }, READERS_PAGE));
  return (
    <Dialog isOpen title={t('reactorsTitle')} onClose={onClose} closeLabel={t('close')}>
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={chat.readers}
        skeleton={{ type: 'list', label: t('loading') }}
        errorTitle={t('reactorsError')}
        empty={<EmptyState icon="user" title={t('noReactors')} />}
      >
        {({ displayname, reaction }) => (
          <p className={styles.reactor}>
            {displayname}
            <span role="img" aria-label={t(`reactions.${reaction}`)} title={t(`reactions.${reaction}`)}>
              {SIGNS[reaction]}
            </span>
          </p>
        )}
      </InfiniteList>
    </Dialog>
  );
}
