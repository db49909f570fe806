import { isAllowed } from '@kreide/core/kernel';
import { type ComponentProps, memo } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { pageHead } from '../../kernel/page-head.ts';
import { useMedia } from '../../kernel/use-media.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { ChatMenu } from './ChatMenu.tsx';

interface ChatToolsProps extends Omit<ComponentProps<typeof ChatMenu>, 'onSearch'> {
  isSearching: boolean;
  onSearch: () => void;
}

/** From here on there is room for more than the menu. */
const IS_ROOMY = '(min-width: 68.75rem)';

/**
 * In the header of a chat: search, a day, members, a call, and the menu with all of it; on a narrow screen the menu alone.
 */
export const ChatTools = memo(function ChatTools({ isSearching, onSearch, ...menu }: ChatToolsProps) {
  const { t } = useTranslation(['chat', 'channels']);
  const navigate = useNavigate();
  const isRoomy = useMedia(IS_ROOMY);
  const place = useStore(pageHead, ({ after }) => after);
  const { channel_id, can } = menu.chat;
  const to = (page: string) => navigate(`/channels/${channel_id}/${page}`);
  if (!place) return null;
  return createPortal(
    <>
      {isRoomy && !isSearching && <IconButton icon="search" label={t('search')} onPress={onSearch} />}
      {isRoomy && <IconButton icon="calendar" label={t('toDate')} onPress={menu.onDate} />}
      {isRoomy && menu.seesMembers && (
        <IconButton icon="user" label={t('channels:edit.users')} onPress={() => to('edit/members')} />
      )}
      {isRoomy && isAllowed(can, 'confer') && (
        <IconButton icon="monitor" label={t('conference')} onPress={() => to('start-conference')} />
      )}
      <ChatMenu {...menu} onSearch={isRoomy ? undefined : onSearch} />
    </>,
    place,
  );
});
