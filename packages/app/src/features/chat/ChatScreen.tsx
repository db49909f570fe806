import { type Chat, chatApi, type Message } from '@kreide/core/features/channels';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { usePageHead } from '../../kernel/page-head.ts';
import { call } from '../../kernel/reading.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { channelQuery, LiveChannels } from '../channels/index.ts';
import { useTranslations } from '../translations/index.ts';
import styles from './Chat.module.css';
import { ChatMenu } from './ChatMenu.tsx';
import { type About, Composer } from './Composer.tsx';
import type { MessageAction } from './MessageItem.tsx';
import { MessageList } from './MessageList.tsx';
import { ReadersDialog } from './ReadersDialog.tsx';
import { SurveyButton } from './SurveyButton.tsx';
import { sendFiles, sendVoice } from './uploads.ts';
import { useSending } from './use-sending.ts';
import { useTyping } from './use-typing.ts';
import { useWindow } from './use-window.ts';

/** One channel with its chat (C-2.05, C-2.06). */
export function ChatScreen() {
  const { t } = useTranslation('chat');
  const id = useParams().id ?? '';
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const channel = useQuery({ ...channelQuery(id), enabled: isId });
  const { meta, users_count, chat_id, can } = channel.data ?? {};
  const count = users_count ?? 0;
  usePageHead({
    title: meta?.displayname ?? '',
    about: meta?.subtitle ?? (count > 0 ? t('members', { count }) : undefined),
  });
  const chat = useQuery({
    ...queryOf(chatApi.get, { params: { chatId: String(chat_id) } }),
    enabled: chat_id !== undefined && can?.read === 1,
  });
  const isMissing = !isId || ['not_found', 'forbidden'].includes(channel.error?.code ?? '') || can?.read === 0;
  if (isMissing) return <EmptyState icon="lock" title={t('missingTitle')} text={t('missingText')} />;
  return (
    <div className={styles.screen}>
      <LiveChannels />
      <Loaded
        query={channel.error ? { ...chat, error: channel.error, refetch: channel.refetch } : chat}
        skeleton={{ type: 'list', label: t('loading') }}
        errorTitle={t('errorTitle')}
      >
        {(loaded) => <OpenChat key={loaded.id} chat={loaded} />}
      </Loaded>
    </div>
  );
}

function OpenChat({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chat');
  const { hash } = useLocation();
  const [about, setAbout] = useState<About>(null);
  const [taking, setTaking] = useState<Message | null>(null);
  const [translated, setTranslated] = useState<Message | null>(null);
  const translations = useTranslations();
  const [readersOf, setReadersOf] = useState<Message | null>(null);
  const readBefore = useRef(Math.max(chat.read_seq, chat.visible_from_seq)).current;
  const { window, error, isFetching, refresh, loadOlder, apply } = useWindow(chat.id);
  const { pending, write } = useSending(chat.id, window, apply, refresh);
  const typing = useTyping(chat.id, chat.readers_count);
  const edit = useMutation(mutationOf(chatApi.edit));
  const remove = useMutation(mutationOf(chatApi.remove, { messages: false }));
  const paramsOf = ({ id }: Message) => ({ chatId: String(chat.id), id: String(id) });
  /** False: it is still there, and its author knows (C-8.04). */
  async function takeBack(message: Message): Promise<boolean> {
    try {
      apply(await remove.mutateAsync({ params: paramsOf(message) }));
      return true;
    } catch {
      toasts.show('error', t('takeBackFailed'));
      return false;
    }
  }
  const act: Record<MessageAction, (message: Message) => void> = {
    reply: (message) => setAbout({ type: 'reply', message }),
    edit: (message) => setAbout({ type: 'edit', message }),
    takeBack: setTaking,
    readers: setReadersOf,
    translate: setTranslated,
  };
  const canWrite = chat.can.write === 1 && chat.block === null;
  return (
    <>
      <div className={styles.tools}>
        <ChatMenu chat={chat} onKnocked={apply} onCleared={refresh} />
      </div>
      <Loaded
        query={{ data: window ?? undefined, error, isFetching, refetch: refresh }}
        skeleton={{ type: 'list', label: t('loading') }}
        errorTitle={t('errorTitle')}
      >
        {(known) => (
          <MessageList
            chatId={chat.id}
            window={known}
            pending={pending}
            readBefore={readBefore}
            startsAtUnread={hash === '#read'}
            canWrite={canWrite}
            canTranslate={translations.canTranslate}
            onOlder={loadOlder}
            onAction={(action, message) => act[action](message)}
          />
        )}
      </Loaded>
      <p className={styles.typing}>{typing.names.length > 0 && t('typing', { names: typing.names.join(', ') })}</p>
      {canWrite ? (
        <Composer
          chatId={chat.id}
          readers={chat.readers_count}
          families={chat.families_count}
          about={about}
          onAboutEnd={() => setAbout(null)}
          tools={<SurveyButton chatId={chat.id} readers={chat.readers_count} onSent={apply} />}
          onType={typing.tell}
          onSend={(content, reply_uuid, chosen) => {
            if (!chosen) return write(content, reply_uuid);
            const { files, isOriginal } = chosen;
            sendFiles(files, { chatId: chat.id, content, reply_uuid, isOriginal, done: t('uploaded') });
          }}
          onSpeak={(recorded, content, reply_uuid) =>
            sendVoice(recorded, { chatId: chat.id, content, reply_uuid, name: t('voice.name') })
          }
          onEdit={async (message, content) => {
            const done = await edit.mutateAsync({ params: paramsOf(message), body: { content } }).catch(() => null);
            if (done) apply(done);
            return done !== null;
          }}
        />
      ) : (
        <p className={styles.block}>{chat.block}</p>
      )}
      {taking && (
        <ConfirmDialog
          title={t('takeBackTitle')}
          icon="trash"
          isPending={remove.isPending}
          texts={{ confirm: t('takeBack'), cancel: t('cancel'), close: t('close') }}
          onConfirm={() => void takeBack(taking).then(() => setTaking(null))}
          onClose={() => setTaking(null)}
        >
          {t('takeBackText')}
        </ConfirmDialog>
      )}
      {translated && (
        <translations.Dialog
          ask={(lang) => call(chatApi.translate, { params: paramsOf(translated), query: { lang } }, { retries: 0 })}
          onClose={() => setTranslated(null)}
        />
      )}
      {readersOf && <ReadersDialog message={readersOf} onClose={() => setReadersOf(null)} />}
    </>
  );
}
