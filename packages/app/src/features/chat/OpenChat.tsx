import {
  type Chat,
  channelsApi,
  chatApi,
  type MentioningText,
  type Message,
  messagesOf,
} from '@kreide/core/features/channels';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { mutationOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { late } from '../../kernel/late.ts';
import { call } from '../../kernel/reading.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { useTranslations } from '../translations/index.ts';
import styles from './Chat.module.css';
import { ChatTools } from './ChatTools.tsx';
import { type About, type ChosenFiles, Composer } from './Composer.tsx';
import { type MessageAction, PendingItem } from './MessageItem.tsx';
import { MessageList } from './MessageList.tsx';
import { PinnedMessage } from './PinnedMessage.tsx';
import { ReadersDialog } from './ReadersDialog.tsx';
import type { Recorded } from './recording.ts';
import { sendFiles, sendVoice } from './uploads.ts';
import { keptPlaces, usePlace } from './use-place.ts';
import { useReacting } from './use-reacting.tsx';
import { useReadByAll } from './use-read-by-all.ts';
import { useSearchKey } from './use-search-key.ts';
import { useSending } from './use-sending.ts';
import { useSteady } from './use-steady.ts';
import { useTyping } from './use-typing.ts';
import { useWindow } from './use-window.ts';
import { useHasEnded, WritingEnd } from './WritingEnd.tsx';

const ChatSearch = late(async () => (await import('./ChatSearch.tsx')).ChatSearch);
const ReportDialog = late(async () => (await import('./ReportDialog.tsx')).ReportDialog);
const DateDialog = late(async () => (await import('./DateDialog.tsx')).DateDialog);

/** What brings somebody to a chat: a message that is answered here, or one that is looked for. */
interface Reason {
  answered?: Message;
  seq?: number;
}

/** The message that an address names; null: none. */
function linkedMessageOf(hash: string): number | null {
  const seq = /^#message-([1-9]\d{0,14})$/.exec(hash)?.[1];
  return seq === undefined ? null : Number(seq);
}

/** What is not looked at first comes with the picture after the messages. */
function AfterMessages({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : <div className={styles.place} />;
}

/**
 * The messages of a chat, what is done with them, and what is written.
 * @param props.sees may somebody know who is in the channel?
 */
export function OpenChat({ chat, sees }: { chat: Chat; sees: boolean }) {
  const { t } = useTranslation(['chat', 'errors']);
  const { hash, pathname, state } = useLocation();
  const navigate = useNavigate();
  const { uuid: account, permissions } = useSelf();
  const reason = (state ?? {}) as Reason;
  const [about, setAbout] = useState<About>(
    reason.answered ? { type: 'reply', message: reason.answered, isAlone: true } : null,
  );
  const [taking, setTaking] = useState<Message | null>(null);
  const [translated, setTranslated] = useState<Message | null>(null);
  const translations = useTranslations();
  const [readersOf, setReadersOf] = useState<Message | null>(null);
  const [reported, setReported] = useState<Message | null>(null);
  const readBefore = useRef(Math.max(chat.read_seq, chat.visible_from_seq)).current;
  const unread = useRef(chat.last_unread_count).current;
  // Where it begins: at what is looked for, at what is new, where somebody was, or at the end.
  const [begin] = useState(() => {
    const wanted = reason.seq ?? linkedMessageOf(hash);
    const aim =
      wanted !== null
        ? { seq: wanted, isFocused: true }
        : hash === '#read' && unread > 0
          ? { seq: readBefore + 1, isFirstNew: true }
          : null;
    return { aim, kept: aim ? null : keptPlaces.read(account, chat.id) };
  });
  const { place, isAtEnd } = usePlace(begin.kept, begin.aim);
  const [found, setFound] = useState<number | null>(reason.seq ?? linkedMessageOf(hash));
  const [isSearching, setSearching] = useState(false);
  const [isChoosingDate, setChoosingDate] = useState(false);
  const { window, error, isFetching, refresh, loadOlder, loadNewer, jump, toNewest, apply } = useWindow(
    chat.id,
    begin.aim?.seq ?? begin.kept?.seq ?? null,
  );
  const { pending, write } = useSending(chat.id, window, apply, refresh);
  const latest = useRef(window);
  latest.current = window;
  useEffect(
    () => () => {
      const isThere = latest.current === null || (place.isAtEnd && latest.current.to_seq === null);
      keptPlaces.write(account, chat.id, isThere ? null : place.anchor);
    },
    [account, chat.id, place],
  );
  const forget = useEffectEvent(() => {
    if (state) navigate({ pathname, hash }, { replace: true, state: null });
  });
  // Once: after a reload nothing is answered or looked for.
  useEffect(() => forget(), []);
  useSearchKey(isSearching, () => setSearching(true));
  const begun = useMutation(
    mutationOf(channelsApi.startConversation, { touches: [channelsApi.listOwn], messages: false }),
  );

  /** Shows a message where it stands. */
  async function goTo(seq: number, how: { isFirstNew?: boolean; isFocused?: boolean; isFound?: boolean }) {
    const aim = (to: number) => {
      place.aimAt({ seq: to, ...how });
      setFound(how.isFound ? to : null);
    };
    if (window && messagesOf(window).some(({ id }) => id === seq)) {
      aim(seq);
      return place.hold();
    }
    const at = await jump(seq, aim).catch(() => undefined);
    if (at === undefined) toasts.show('error', t('errorTitle'));
    else if (at === null || (how.isFound && at !== seq)) toasts.show('info', t('gone'));
  }
  async function goToEnd() {
    setFound(null);
    const isExchanged = await toNewest(() => place.aimAt('end')).catch(() => {
      toasts.show('error', t('errorTitle'));
      return true;
    });
    if (isExchanged) return;
    place.aimAt('end');
    place.hold();
  }
  function showOriginal({ reply }: Message) {
    if (!reply) return;
    if (reply.channel_id === null) return void goTo(reply.id, { isFocused: true, isFound: true });
    navigate(`/channels/${reply.channel_id}/chat`, { state: { seq: reply.id } satisfies Reason });
  }
  /** What nobody else may read is answered where nobody else reads it; the server says whether these two may (D-6.12). */
  function answerAlone(message: Message) {
    if (message.user_id === null) return;
    begun.mutate(
      { body: { user_id: message.user_id } },
      {
        onSuccess: ({ id }) => navigate(`/channels/${id}/chat`, { state: { answered: message } satisfies Reason }),
        onError: (failure) =>
          toasts.show('error', failure.issues.map(({ message: words }) => words).join(' ') || toReason(t, failure)),
      },
    );
  }
  useReadByAll(chat);
  const typing = useTyping(chat.id, chat.readers_count);
  const reacting = useReacting(chat, apply);
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
    answer: answerAlone,
    original: showOriginal,
    edit: (message) => setAbout({ type: 'edit', message }),
    takeBack: setTaking,
    readers: setReadersOf,
    translate: setTranslated,
    report: setReported,
    ...reacting.act,
  };
  const steady = useSteady({
    onSearch: () => setSearching(true),
    onDate: () => setChoosingDate(true),
    onAboutEnd: () => setAbout(null),
    onType: typing.tell,
    onSend(text: MentioningText, reply_uuid: string | null, chosen: ChosenFiles | null) {
      // What one writes oneself is seen where it goes.
      void goToEnd();
      if (!chosen) return write(text, reply_uuid);
      const { files, isOriginal } = chosen;
      sendFiles(files, { chatId: chat.id, ...text, reply_uuid, isOriginal, done: t('uploaded') });
    },
    onSpeak: (recorded: Recorded, content: string, reply_uuid: string | null) =>
      sendVoice(recorded, { chatId: chat.id, content, reply_uuid, name: t('voice.name') }),
    async onEdit(message: Message, { content, mentions }: MentioningText) {
      const body = { content, mentions: [...mentions] };
      const done = await edit.mutateAsync({ params: paramsOf(message), body }).catch(() => null);
      if (done) apply(done);
      return done !== null;
    },
    onEnd: () => void goToEnd(),
    onGo: (seq: number) => void goTo(seq, { isFocused: true }),
    onUnread: () => void goTo(readBefore + 1, { isFirstNew: true }),
    onAction: (action: MessageAction, message: Message) => act[action](message),
    onReact: reacting.give,
    onPinned: (seq: number) => void goTo(seq, { isFocused: true, isFound: true }),
  });
  const {
    onSearch,
    onDate,
    onAboutEnd,
    onType,
    onSend,
    onSpeak,
    onEdit,
    onEnd,
    onGo,
    onUnread,
    onAction,
    onReact,
    onPinned,
  } = steady;
  const hasEnded = useHasEnded(chat);
  const isOfReplies = chat.twoway_expires_at === chat.writing_ends_at;
  const block = chat.block ?? (hasEnded ? t(isOfReplies ? 'errors:chat_oneway' : 'errors:chat_disabled') : null);
  const canWrite = chat.can.write === 1 && block === null;
  const canAnswerAlone = chat.is_answered_alone && permissions.includes('create-conversation');
  return (
    <>
      <ChatTools
        chat={chat}
        seesMembers={sees}
        isSearching={isSearching}
        onSearch={onSearch}
        onKnocked={apply}
        onCleared={refresh}
        onDate={onDate}
      />
      {isSearching && (
        <Suspense>
          <ChatSearch
            chatId={chat.id}
            onFound={(seq) => void goTo(seq, { isFound: true })}
            onClose={() => setSearching(false)}
          />
        </Suspense>
      )}
      {chat.pinned_message && <PinnedMessage pinned={chat.pinned_message} onOpen={onPinned} />}
      <Loaded
        query={{ data: window ?? undefined, error, isFetching, refetch: refresh }}
        skeleton={{ type: 'messages', label: t('loading') }}
        errorTitle={t('errorTitle')}
      >
        {(known) => (
          <MessageList
            chatId={chat.id}
            channelId={chat.channel_id}
            window={known}
            pending={pending}
            place={place}
            isAtEnd={isAtEnd}
            readBefore={readBefore}
            readByAll={chat.read_by_all_seq}
            unread={unread}
            found={found}
            answers={canWrite ? 'here' : canAnswerAlone ? 'alone' : null}
            canTranslate={translations.canTranslate}
            seesMembers={sees}
            pinned={chat.pinned_message?.id ?? null}
            onReact={onReact}
            onOlder={loadOlder}
            onNewer={loadNewer}
            onEnd={onEnd}
            onGo={onGo}
            onUnread={onUnread}
            onAction={onAction}
          />
        )}
      </Loaded>
      {/* What its author has written is in sight, also where the chat cannot be read. */}
      {window === null && error !== null && pending.length > 0 && (
        <div className={styles.unsent} role="log" aria-label={t('log')}>
          {pending.map((message) => (
            <PendingItem key={message.uuid} message={message} />
          ))}
        </div>
      )}
      {chat.twoway_expires_at && <WritingEnd ends={chat.twoway_expires_at} />}
      <p className={styles.typing}>{typing.names.length > 0 && t('typing', { names: typing.names.join(', ') })}</p>
      {canWrite ? (
        <AfterMessages>
          <Composer
            chatId={chat.id}
            channelId={chat.channel_id}
            sees={sees}
            readers={chat.readers_count}
            families={chat.families_count}
            about={about}
            onAboutEnd={onAboutEnd}
            onSurvey={apply}
            onType={onType}
            onSend={onSend}
            onSpeak={onSpeak}
            onEdit={onEdit}
          />
        </AfterMessages>
      ) : (
        block !== null && <p className={styles.block}>{block}</p>
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
      {isChoosingDate && (
        <Suspense>
          <DateDialog
            chatId={chat.id}
            onFound={(seq) => void goTo(seq, { isFocused: true })}
            onClose={() => setChoosingDate(false)}
          />
        </Suspense>
      )}
      {reacting.dialogs}
      {reported && (
        <Suspense>
          <ReportDialog message={reported} onClose={() => setReported(null)} />
        </Suspense>
      )}
      {readersOf && <ReadersDialog message={readersOf} total={chat.readers_count} onClose={() => setReadersOf(null)} />}
    </>
  );
}
