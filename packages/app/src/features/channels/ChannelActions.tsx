import type { Channel } from '@kreide/core/features/channels';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import {
  archiveChannel,
  leaveChannel,
  markRead,
  markUnread,
  muteChannel,
  pinChannel,
  unarchiveChannel,
} from './channels-queries.ts';

export interface ChannelActionsProps {
  channel: Channel;
  /** Name of the menu and its button. */
  label: string;
}

/** The menu of a channel, with the actions that `can` allows (C-4.03, C-4.05 to C-4.07). */
export function ChannelActions({ channel, label }: ChannelActionsProps) {
  const { t } = useTranslation(['channels', 'shell']);
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const pin = useMutation(pinChannel);
  const mute = useMutation(muteChannel);
  const unread = useMutation(markUnread);
  const read = useMutation(markRead);
  const archive = useMutation(archiveChannel);
  const unarchive = useMutation(unarchiveChannel);
  const leave = useMutation({ ...leaveChannel, onSettled: () => setLeaving(false) });
  const { id, chat_id, can, meta, is_unread } = channel;
  const one = { params: { id: String(id) } };
  const chat = { params: { chatId: String(chat_id) } };
  const entries: (MenuEntry & { needs: keyof typeof can })[] = [
    {
      key: 'pin',
      needs: 'read',
      icon: 'pin',
      text: t(meta.is_pinned ? 'menu.unpin' : 'menu.pin'),
      onAction: () => pin.mutate({ ...one, body: { is_pinned: !meta.is_pinned } }),
    },
    {
      key: 'mute',
      needs: 'read',
      text: t(meta.is_muted ? 'menu.unmute' : 'menu.mute'),
      icon: meta.is_muted ? 'bell' : 'moon',
      onAction: () => mute.mutate({ ...one, body: { is_muted: !meta.is_muted } }),
    },
    {
      key: 'unread',
      needs: 'read',
      icon: is_unread ? 'check' : 'chat',
      text: t(is_unread ? 'menu.markRead' : 'menu.markUnread'),
      onAction: () =>
        is_unread
          ? read.mutate({ ...chat, body: { read_seq: null } })
          : unread.mutate({ ...chat, body: { is_unread: true } }),
    },
    {
      key: 'archive',
      needs: 'read',
      icon: 'download',
      text: t(meta.is_archived ? 'menu.unarchive' : 'menu.archive'),
      onAction: () => (meta.is_archived ? unarchive : archive).mutate(one),
    },
    { key: 'news', needs: 'read', icon: 'news', text: t('menu.news'), onAction: () => navigate(`/channel/${id}/news`) },
    {
      key: 'edit',
      needs: 'update',
      icon: 'edit',
      text: t('menu.edit'),
      onAction: () => navigate(`/channels/${id}/edit/general`),
    },
    {
      key: 'content',
      needs: 'move-channel-content',
      icon: 'folder',
      text: t('menu.content'),
      onAction: () => navigate(`/channels/${id}/content-move`),
    },
    { key: 'leave', needs: 'leave', icon: 'logout', text: t('menu.leave'), onAction: () => setLeaving(true) },
  ];
  return (
    <>
      <Menu icon="dots" label={label} defaultOpen entries={entries.filter(({ needs }) => isAllowed(can, needs))} />
      {isLeaving && (
        <ConfirmDialog
          title={t('leave.title', { name: meta.displayname })}
          texts={{ confirm: t('menu.leave'), cancel: t('leave.cancel'), close: t('shell:close') }}
          isPending={leave.isPending}
          onConfirm={() => leave.mutate(one)}
          onClose={() => setLeaving(false)}
        >
          {t('leave.text')}
        </ConfirmDialog>
      )}
    </>
  );
}
