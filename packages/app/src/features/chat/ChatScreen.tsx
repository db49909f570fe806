import { seesMembers } from '@kreide/core/features/channels';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import { forgetChat } from '../../kernel/kept-answers.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { usePageHead } from '../../kernel/page-head.ts';
import { useMedia } from '../../kernel/use-media.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { ChannelsBeside, channelQuery, LiveChannels } from '../channels/index.ts';
import { askMessages, chatQuery } from './ahead.ts';
import styles from './Chat.module.css';
import { ChatBack } from './ChatBack.tsx';
import { OpenChat } from './OpenChat.tsx';

/** The header has room for the name, the buttons, and a word or two. */
const IS_NARROW = '(max-width: 768px)';

/** One channel with its chat (C-2.05, C-2.06). */
export function ChatScreen() {
  const { t } = useTranslation('chat');
  const id = useParams().id ?? '';
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const channel = useQuery({ ...channelQuery(id), enabled: isId });
  const { meta, users_count, description_members, chat_id, can } = channel.data ?? {};
  const count = users_count ?? 0;
  const members = count > 0 ? t('members', { count }) : undefined;
  const isNarrow = useMedia(IS_NARROW);
  // Where there is room for one thing only, that is how many are in it: of a whole sentence that would be cut.
  const about =
    isNarrow && description_members
      ? members
      : [meta?.subtitle, description_members].filter(Boolean).join(' · ') || members;
  usePageHead({
    title: meta?.displayname ?? '',
    isAboutKept: true,
    about,
  });
  const sees = channel.data !== undefined && seesMembers(channel.data, channel.data.can);
  const isReadable = chat_id !== undefined && can?.read === 1;
  const chat = useQuery({ ...chatQuery(chat_id ?? 0), enabled: isReadable });
  const { hash, state } = useLocation();
  // Both at once, unless only the chat's answer says where to begin, or is there already.
  const isAhead = isReadable && hash === '' && state === null && chat.data === undefined;
  useEffect(() => {
    if (isAhead) askMessages(chat_id);
  }, [isAhead, chat_id]);
  const isMissing = !isId || ['not_found', 'forbidden'].includes(channel.error?.code ?? '') || can?.read === 0;
  useEffect(() => {
    if (isMissing && chat_id !== undefined) void forgetChat(chat_id);
  }, [isMissing, chat_id]);
  return (
    <ChannelsBeside current={isId ? Number(id) : undefined}>
      {isMissing ? (
        <EmptyState icon="lock" title={t('missingTitle')} text={t('missingText')} />
      ) : (
        <div className={styles.screen}>
          <LiveChannels />
          {channel.data && <ChatBack channel={channel.data} />}
          <Loaded
            query={channel.error ? { ...chat, error: channel.error, refetch: channel.refetch } : chat}
            skeleton={{ type: 'list', label: t('loading') }}
            errorTitle={t('errorTitle')}
          >
            {(loaded) => <OpenChat key={loaded.id} chat={loaded} sees={sees} />}
          </Loaded>
        </div>
      )}
    </ChannelsBeside>
  );
}
