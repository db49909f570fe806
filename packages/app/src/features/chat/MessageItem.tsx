import type { Message, Reaction } from '@kreide/core/features/channels';
import { isAllowed, toLocal, toTime } from '@kreide/core/kernel';
import { memo, Suspense } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import type { MenuEntry } from '../../ui/Menu.tsx';
import { toNames } from '../../ui/names.ts';
import { ConferenceCard } from '../conferences/index.ts';
import { SurveyCard } from '../surveys/index.ts';
import styles from './Chat.module.css';
import type { ChatTranslate } from './chat-words.ts';
import { MessageFile, PendingFile } from './MessageFile.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import { MessageText } from './MessageText.tsx';
import { Reactions } from './Reactions.tsx';
import { Ticks } from './Ticks.tsx';
import { isReactive } from './use-reacting.tsx';
import type { PendingMessage } from './use-sending.ts';
import { VoicePlayer, voiceAddress } from './VoicePlayer.tsx';

/** What can be done with a message. */
export type MessageAction =
  | 'reply'
  | 'answer'
  | 'react'
  | 'edit'
  | 'pin'
  | 'unpin'
  | 'takeBack'
  | 'readers'
  | 'reactors'
  | 'translate'
  | 'report'
  | 'original';

interface MessageItemProps {
  t: ChatTranslate;
  channelId: number;
  message: Message;
  isOwn: boolean;
  /** All others have read it. */
  isReadByAll: boolean;
  /** Somebody has looked for it. */
  isFound: boolean;
  /** How the person may answer: in this chat, or to the author alone. */
  answers: 'here' | 'alone' | null;
  canTranslate: boolean;
  canReport: boolean;
  /** Does the school use reactions? */
  hasReactions: boolean;
  /** May the reader know who has reacted? */
  seesReactors: boolean;
  /** It stands above the others. */
  isPinned: boolean;
  timeZone: string;
  onAction: (action: MessageAction, message: Message) => void;
  onReact: (message: Message, reaction: Reaction | null) => void;
}

const ICONS = {
  reply: 'arrowLeft',
  answer: 'arrowLeft',
  react: 'smile',
  translate: 'globe',
  edit: 'edit',
  pin: 'pin',
  unpin: 'pin',
  readers: 'eye',
  reactors: 'user',
  takeBack: 'trash',
  report: 'alert',
} as const satisfies Record<Exclude<MessageAction, 'original'>, IconName>;

/** What its menu offers. */
function actionsOf(props: MessageItemProps) {
  const { message, isOwn, answers, canTranslate, canReport, hasReactions, seesReactors, isPinned } = props;
  const { content, is_unset, user_id, can, reactions } = message;
  const offered: Record<keyof typeof ICONS, boolean> = {
    reply: answers === 'here' && !is_unset,
    answer: answers === 'alone' && !is_unset && !isOwn && user_id !== null,
    react: isReactive(message, hasReactions),
    translate: canTranslate && content !== '',
    edit: isAllowed(can, 'edit'),
    pin: isAllowed(can, 'pin') && !isPinned,
    unpin: isAllowed(can, 'pin') && isPinned,
    readers: isAllowed(can, 'readers'),
    reactors: hasReactions && seesReactors && reactions.length > 0,
    takeBack: isAllowed(can, 'delete'),
    report: canReport,
  };
  return (Object.keys(ICONS) as (keyof typeof ICONS)[]).filter((key) => offered[key]);
}

/** One message: who, what, when, whether it was changed or taken back (D-6.12). */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { t, channelId, message, isOwn, isFound, isReadByAll, timeZone, hasReactions, onAction, onReact } = props;
  const { content, reply, is_unset, edited_at, created_at, type } = message;
  const name = message.user?.meta.displayname ?? '';
  const shown = isOwn ? t('you') : name;
  const keys = actionsOf(props);
  const entriesOf = () =>
    keys.map((key): MenuEntry => {
      const text = key === 'answer' ? t('answerAlone', { name }) : t(key);
      return { key, text, icon: ICONS[key], onAction: () => onAction(key, message) };
    });
  const toQuote = ({ type: kind, excerpt }: NonNullable<Message['reply']>) =>
    kind === 'VOICE' ? [t('voice.name'), excerpt].filter(Boolean).join(': ') : excerpt;
  const conferenceId = message.target_type === 'conferences' ? (message.target?.id ?? null) : null;
  const unsetter = message.unset_by;
  const isEdited = edited_at !== null && !is_unset;
  const hasTicks = isOwn && !is_unset;
  const time = toTime(toLocal(new Date(created_at), timeZone).minutes);
  return (
    <article
      className={styles.message}
      data-own={isOwn || undefined}
      data-seq={message.id}
      data-found={isFound || undefined}
      tabIndex={-1}
      aria-label={shown}
      aria-describedby={`message-${message.uuid}`}
    >
      {!isOwn && (
        <span className={styles.face}>
          <Avatar id={message.user_id ?? 0} name={toNames(name)} size="s" />
        </span>
      )}
      <div className={styles.bubble} id={`message-${message.uuid}`}>
        {!isOwn && <span className={styles.author}>{name}</span>}
        {reply && (
          <blockquote className={styles.quote}>
            <button
              type="button"
              className={styles.original}
              title={t('toOriginal', { name: reply.user?.meta.displayname ?? '' })}
              onClick={() => onAction('original', message)}
            >
              <span className={styles.author}>{reply.user?.meta.displayname}</span>
              {reply.is_unset ? t('unsetReply') : toQuote(reply)}
            </button>
          </blockquote>
        )}
        {!reply && message.reply_uuid !== null && !is_unset && (
          <blockquote className={styles.quote}>{t('quoteGone')}</blockquote>
        )}
        {is_unset ? (
          <p className={styles.gone}>
            {unsetter?.id === message.user_id && isOwn
              ? t('unsetByYou')
              : t('unsetBy', { name: unsetter?.meta.displayname ?? '' })}
          </p>
        ) : (
          <>
            {type === 'KNOCK' && <p className={styles.gone}>{t('knocks', { name: shown })}</p>}
            {message.file && message.wave !== null && message.duration_in_seconds !== null ? (
              <VoicePlayer
                url={voiceAddress(message.file.url)}
                type={message.file.type}
                name={message.file.name}
                seconds={message.duration_in_seconds}
                wave={message.wave}
              />
            ) : (
              message.file && <MessageFile file={message.file} />
            )}
            {content !== '' && conferenceId === null && (
              <MessageText
                content={content}
                mentioned={message.mentions.map(({ user, ...place }) => ({
                  ...place,
                  id: user.id,
                  name: user.meta.displayname,
                }))}
              />
            )}
            {conferenceId !== null && (
              <Suspense>
                <ConferenceCard channelId={channelId} conferenceId={conferenceId} />
              </Suspense>
            )}
            {message.target_type === 'surveys' && (
              <Suspense>
                <SurveyCard survey={message.survey} />
              </Suspense>
            )}
          </>
        )}
        <span
          className={styles.room}
          data-text={isEdited ? `${t('edited')} ${time}` : time}
          data-ticks={hasTicks || undefined}
          aria-hidden="true"
        />
        <footer className={styles.foot}>
          {isEdited && <span>{t('edited')}</span>}
          <time dateTime={created_at}>{time}</time>
          {hasTicks && (
            <Ticks t={t} message={message} isReadByAll={isReadByAll} onOpen={() => onAction('readers', message)} />
          )}
        </footer>
        {hasReactions && message.reactions.length > 0 && (
          <Reactions t={t} message={message} canReact={isReactive(message, hasReactions)} onReact={onReact} />
        )}
      </div>
      {keys.length > 0 && (
        <div className={styles.menu}>
          <MessageMenu label={t('menu', { name: shown, time })} entriesOf={entriesOf} />
        </div>
      )}
    </article>
  );
});

/** A message that is on its way, waits, or was refused. */
export function PendingItem({ message }: { message: PendingMessage }) {
  const { t } = useTranslation('chat');
  const { content, state, reason, retry, discard, upload } = message;
  return (
    <article className={styles.message} data-own="true" data-state={state} tabIndex={-1} aria-label={t('you')}>
      <div className={styles.bubble}>
        {upload && <PendingFile upload={upload} />}
        {content !== '' && (
          <MessageText
            content={content}
            mentioned={message.mentions.map(({ user, ...place }) => ({ ...place, id: user }))}
          />
        )}
        <footer className={styles.state}>
          <span>{t(`states.${state}`)}</span>
          {upload && state === 'sending' && <IconButton icon="close" label={t('abort')} onPress={discard} />}
        </footer>
        {state === 'failed' && (
          <div className={styles.failed}>
            {reason && <p>{reason}</p>}
            <Button onPress={retry}>{t('retry')}</Button>
            <Button look="quiet" onPress={discard}>
              {t('discard')}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}
