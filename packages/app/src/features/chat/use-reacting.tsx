import { type Chat, channelEvents, chatApi, type Message, type Reaction } from '@kreide/core/features/channels';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { invalidateQueries, mutationOf, writeQuery } from '../../kernel/data.ts';
import { late } from '../../kernel/late.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';

const ReactDialog = late(async () => (await import('./ReactDialog.tsx')).ReactDialog);
const ReactorsDialog = late(async () => (await import('./ReactorsDialog.tsx')).ReactorsDialog);

/**
 * What one says to a message without a word, and which message stands above the others.
 * @param apply takes a message as it is now
 */
export function useReacting(chat: Chat, apply: (message: Message) => void) {
  const { t } = useTranslation(['chat', 'errors']);
  const [reacting, setReacting] = useState<Message | null>(null);
  const [reactorsOf, setReactorsOf] = useState<Message | null>(null);
  const params = { chatId: String(chat.id) };
  const react = useMutation(mutationOf(chatApi.react, { messages: false }));
  const pin = useMutation(mutationOf(chatApi.pinMessage, { messages: false }));
  useRealtime(
    channelEvents.channelChanged,
    ({ channel_id }) => {
      if (channel_id === chat.channel_id) void invalidateQueries(chatApi.get, { params });
    },
    () => {},
  );
  const give = (message: Message, reaction: Reaction | null) =>
    react.mutate(
      { params: { ...params, id: String(message.id) }, body: { reaction } },
      {
        onSuccess: apply,
        onError: (error) => toasts.show('error', `${t('reactFailed')}. ${toReason(t, error)}`),
      },
    );
  const setPinned = ({ id }: Message) =>
    pin.mutate(
      { params, body: { message_id: chat.pinned_message?.id === id ? null : id } },
      {
        onSuccess: (data) => void writeQuery(chatApi.get, { params }, data),
        onError: (error) => toasts.show('error', `${t('pinFailed')}. ${toReason(t, error)}`),
      },
    );
  const dialogs = (
    <Suspense>
      {reacting && <ReactDialog message={reacting} onReact={give} onClose={() => setReacting(null)} />}
      {reactorsOf && <ReactorsDialog message={reactorsOf} onClose={() => setReactorsOf(null)} />}
    </Suspense>
  );
  return { give, act: { react: setReacting, reactors: setReactorsOf, pin: setPinned, unpin: setPinned }, dialogs };
}

/** May somebody react to a message, where the school lets them? */
export const isReactive = (message: Message, isSwitchedOn: boolean): boolean =>
  isSwitchedOn && isAllowed(message.can, 'react');
