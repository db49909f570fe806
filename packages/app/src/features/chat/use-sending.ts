import {
  type ChatWindow,
  chatApi,
  type Mention,
  type MentioningText,
  type Message,
} from '@kreide/core/features/channels';
import { ApiError } from '@kreide/core/kernel';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { outbox, unsent } from '../../kernel/outbox.ts';
import { reasonOf } from '../../kernel/outbox-entry.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { discardFile, onUploaded, resendFile, type Upload, uploads } from './uploads.ts';
import { useChatSound } from './use-chat-sound.ts';

/** A text that its author has sent and the server does not have yet. */
export interface PendingMessage {
  uuid: string;
  content: string;
  mentions: readonly Mention[];
  reply_uuid: string | null;
  state: 'sending' | 'waiting' | 'failed';
  /** Why the server did not take it, in words. */
  reason: string | null;
  retry: () => void;
  discard: () => void;
  /** The file that it carries. */
  upload?: Upload;
}

interface Draft {
  uuid: string;
  content: string;
  mentions: Mention[];
  reply_uuid: string | null;
}

interface Local extends Draft {
  reason: string | null;
  isFailed: boolean;
}

/**
 * What its author has sent in a chat, in the order of writing (C-4.17 to C-4.19): it goes at once, or waits on the device
 * until there is a connection; what the server refuses stays, with the reason, until it is sent again or deleted. The uuid
 * is made here, so that it is one message however often it is sent.
 */
export function useSending(
  chatId: number,
  known: ChatWindow | null,
  onSent: (message: Message) => void,
  refresh: () => Promise<unknown>,
) {
  const { t } = useTranslation(['chat', 'errors']);
  const [local, setLocal] = useState<readonly Local[]>([]);
  const waiting = useStore(unsent, ({ entries }) => entries);
  const { uuid: self } = useSelf();
  const sound = useChatSound(chatId);
  const sentFiles = useStore(uploads, ({ all }) => all);
  const hear = useEffectEvent((message: Message) => {
    if (message.chat_id !== chatId) return;
    onSent(message);
    sound('sent');
  });
  useEffect(() => onUploaded((message) => hear(message)), []);
  // The answer was lost, but the chat has it.
  useEffect(() => {
    for (const { uuid, failure } of sentFiles)
      if (failure && known?.known.some((message) => message.uuid === uuid)) discardFile(uuid);
  }, [known, sentFiles]);
  const former = useRef<readonly Draft[]>([]);
  const discarded = useRef(new Set<string>());
  const line = useRef<Promise<void>>(Promise.resolve());

  const remove = (uuid: string) => setLocal((all) => all.filter((one) => one.uuid !== uuid));
  const put = (item: Local) =>
    setLocal((all) =>
      all.some(({ uuid }) => uuid === item.uuid)
        ? all.map((one) => (one.uuid === item.uuid ? item : one))
        : [...all, item],
    );

  async function sendOne(draft: Draft): Promise<void> {
    const about = t('about', { text: draft.content.slice(0, 80) });
    const args = { params: { chatId: String(chatId) }, body: draft };
    try {
      const answer = await outbox.send(chatApi.send, args, { about, touches: [], isKept: true });
      if (answer) {
        onSent(answer.data);
        sound('sent');
      }
      remove(draft.uuid);
    } catch (thrown) {
      put({ ...draft, isFailed: true, reason: reasonOf(ApiError.from(thrown)) });
    }
  }

  function send(draft: Draft): void {
    put({ ...draft, isFailed: false, reason: null });
    line.current = line.current.then(() => sendOne(draft));
  }

  const queued = waiting
    .filter(({ path, args }) => {
      const params = args.params as { chatId?: string } | undefined;
      return path === chatApi.send.path && params?.chatId === String(chatId);
    })
    .map((entry): PendingMessage => {
      // One that waits from before there were any mentions nobody.
      const { uuid, content, reply_uuid, mentions = [] } = entry.args.body as Omit<Draft, 'mentions'> & Partial<Draft>;
      return {
        uuid,
        content,
        mentions,
        reply_uuid,
        reason: entry.refusal?.reason ?? null,
        state: entry.refusal ? 'failed' : 'waiting',
        retry: () => void outbox.retry(entry),
        discard: () => {
          discarded.current.add(uuid);
          void outbox.discard(entry);
        },
      };
    });
  // What the outbox has sent stays in sight until the chat has it.
  useLayoutEffect(() => {
    const left = former.current.filter(
      ({ uuid }) => !discarded.current.has(uuid) && !queued.some((one) => one.uuid === uuid),
    );
    former.current = queued.map(({ uuid, content, mentions, reply_uuid }) => ({
      uuid,
      content,
      mentions: [...mentions],
      reply_uuid,
    }));
    if (left.length === 0) return;
    for (const draft of left) put({ ...draft, isFailed: false, reason: null });
    void refresh().then(() => {
      for (const { uuid } of left) remove(uuid);
    });
  });
  const own = local
    .filter(({ uuid }) => !queued.some((one) => one.uuid === uuid))
    .map(({ isFailed, ...draft }): PendingMessage => {
      const { uuid, content, mentions, reply_uuid } = draft;
      return {
        ...draft,
        state: isFailed ? 'failed' : 'sending',
        retry: () => send({ uuid, content, mentions, reply_uuid }),
        discard: () => remove(uuid),
      };
    });
  /** The server's own words, or those of the device. */
  function toWords(error: ApiError): string {
    if (error.issues.length > 0) return error.issues.map(({ message }) => message).join(' ');
    return error.status === 0 ? toReason(t, error) : reasonOf(error);
  }
  const files = sentFiles
    .filter((upload) => upload.chatId === chatId && upload.owner === self)
    .map((upload): PendingMessage => {
      const { uuid, content, mentions, reply_uuid, failure } = upload;
      return {
        uuid,
        content,
        mentions,
        reply_uuid,
        upload,
        reason: failure && toWords(failure),
        state: failure === null ? 'sending' : 'failed',
        retry: () => resendFile(uuid),
        discard: () => discardFile(uuid),
      };
    });
  const write = ({ content, mentions }: MentioningText, reply_uuid: string | null) =>
    send({ uuid: crypto.randomUUID(), content, mentions: [...mentions], reply_uuid });
  return { pending: [...queued, ...files, ...own], write };
}
