import { type Chat, chatApi, type Message } from '@kreide/core/features/channels';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { mutationOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';

interface ChatMenuProps {
  chat: Chat;
  /** May somebody know who is in the channel (C-4.10)? */
  seesMembers: boolean;
  onKnocked: (message: Message) => void;
  onCleared: () => void;
  /** Somebody wants to see what was written on a day. */
  onDate: () => void;
  /** Somebody looks for words; left out where that has a button of its own. */
  onSearch: (() => void) | undefined;
}

/** What can be done with a chat as a whole: knock (C-7.50), change its channel, clear it for everybody (C-7.18). */
export function ChatMenu({ chat, seesMembers, onKnocked, onCleared, onDate, onSearch }: ChatMenuProps) {
  const { t } = useTranslation(['chat', 'channels']);
  const navigate = useNavigate();
  const [isClearing, setClearing] = useState(false);
  const knock = useMutation({ ...mutationOf(chatApi.knock), onSuccess: onKnocked });
  const clear = useMutation({
    ...mutationOf(chatApi.clear),
    onSuccess: onCleared,
    onSettled: () => setClearing(false),
  });
  const id = String(chat.channel_id);
  const entries: (MenuEntry & { needs: keyof typeof chat.can })[] = [
    ...(onSearch
      ? [{ key: 'search', needs: 'read', icon: 'search', text: t('search'), onAction: onSearch } as const]
      : []),
    {
      key: 'knock',
      needs: 'knock',
      icon: 'bell',
      text: t('knock'),
      onAction: () =>
        knock.mutate({ params: { chatId: String(chat.id) }, body: { uuid: crypto.randomUUID(), content: '' } }),
    },
    {
      key: 'conference',
      needs: 'confer',
      icon: 'monitor',
      text: t('conference'),
      onAction: () => navigate(`/channels/${id}/start-conference`),
    },
    { key: 'date', needs: 'read', icon: 'calendar', text: t('toDate'), onAction: onDate },
    ...(seesMembers
      ? [
          {
            key: 'members',
            needs: 'read',
            icon: 'user',
            text: t('channels:edit.users'),
            onAction: () => navigate(`/channels/${id}/edit/members`),
          } as const,
        ]
      : []),
    {
      key: 'manage',
      needs: 'update',
      icon: 'edit',
      text: t('manage'),
      onAction: () => navigate(`/channels/${id}/edit/general`),
    },
    {
      key: 'content',
      needs: 'move-channel-content',
      icon: 'folder',
      text: t('channels:menu.content'),
      onAction: () => navigate(`/channels/${id}/content-move`),
    },
    { key: 'clear', needs: 'moderate', icon: 'trash', text: t('clear'), onAction: () => setClearing(true) },
  ];
  const allowed = entries.filter(({ needs }) => isAllowed(chat.can, needs));
  return (
    <>
      {allowed.length > 0 && <Menu icon="dots" label={t('actions')} entries={allowed} />}
      {isClearing && (
        <ConfirmDialog
          title={t('clearTitle')}
          icon="trash"
          isPending={clear.isPending}
          texts={{ confirm: t('clear'), cancel: t('cancel'), close: t('close') }}
          onConfirm={() => clear.mutate({ params: { id } })}
          onClose={() => setClearing(false)}
        >
          {t('clearText')}
        </ConfirmDialog>
      )}
    </>
  );
}
