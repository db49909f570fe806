import type { Channel } from '@kreide/core/features/channels';
import { writeBriefly } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Link } from '../../ui/Link.tsx';
import { ChannelFacts } from './ChannelFacts.tsx';
import { ChannelMenu } from './ChannelMenu.tsx';
import styles from './Channels.module.css';
import { chosenChat } from './chosen-chat.ts';
import { Mark } from './Mark.tsx';

/** Larger numbers say nothing more. */
const COUNT_MAXIMUM = 99;

interface ChannelRowProps {
  channel: Channel;
  /** Of the list, as the query of an address. */
  filters?: string;
  /** Its chat is open beside the list. */
  isCurrent?: boolean;
}

type Say = ReturnType<typeof useTranslation<'channels'>>['t'];

/** Who wrote last, and how that begins; undefined: nobody has written anything. */
function saidIn({ type, last_message }: Channel, self: number, t: Say): string | undefined {
  // An answer of before an update may be without it.
  if (!last_message) return undefined;
  const { user_id, displayname, excerpt, is_unset } = last_message;
  const text = is_unset ? t('row.unset') : excerpt || (last_message.type === 'VOICE' ? t('row.voice') : '');
  if (text === '') return undefined;
  if (user_id === self) return t('row.said', { name: t('row.you'), text });
  return type === 'CHAT' || displayname === '' ? text : t('row.said', { name: displayname, text });
}

/** One channel of the list as a link to its chat, with its menu beside. */
export function ChannelRow({ channel, filters = '', isCurrent = false }: ChannelRowProps) {
  const { t, language } = useTranslation('channels');
  const { id: self, school } = useSelf();
  const { id, activity_at, target_types, chat, is_unread, meta } = channel;
  const isSilent = target_types.length > 0 && chat.messages_sent === 0;
  const { last_unread_count: count, is_pinned, is_muted } = meta;
  const shown = count > COUNT_MAXIMUM ? `${COUNT_MAXIMUM}+` : `${count || ''}`;
  return (
    <div className={styles.line} data-current={isCurrent || undefined}>
      <Link
        to={`/channels/${id}${filters && `?${filters}`}`}
        className={styles.row}
        data-unread={is_unread || undefined}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => chosenChat.tell(channel)}
      >
        <ChannelFacts channel={channel} said={saidIn(channel, self, t)} />
        <span className={styles.end}>
          <span className={styles.when}>
            {is_pinned && <Mark icon="pin" text={t('row.pinned')} />}
            {is_muted && <Mark icon="moon" text={t('row.muted')} />}
            {!isSilent && (
              <time dateTime={activity_at}>
                {writeBriefly(language, new Date(activity_at), new Date(), school.time_zone)}
              </time>
            )}
          </span>
          {is_unread && (
            <span className={styles.badge}>
              <span aria-hidden="true">{shown}</span>
              <span className={styles.spoken}>{count > 0 ? t('row.unread', { count }) : t('row.marked')}</span>
            </span>
          )}
        </span>
      </Link>
      <ChannelMenu channel={channel} />
    </div>
  );
}
