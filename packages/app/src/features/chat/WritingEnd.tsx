import { type Chat, channelsApi, chatApi } from '@kreide/core/features/channels';
import { toLocal, writeDate, writeMoment } from '@kreide/core/kernel';
import { useEffect } from 'react';
import { useHasCome } from '../../kernel/clock.ts';
import { invalidateQueries } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { lastDayOf } from '../channels/index.ts';
import styles from './Chat.module.css';

const toTime = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

/** Whether the caller’s writing has ended since the chat was asked for: then what it says is asked for again. */
export function useHasEnded({ id, channel_id, writing_ends_at, can }: Chat): boolean {
  const hasEnded = useHasCome(toTime(writing_ends_at));
  useEffect(() => {
    if (!hasEnded || can.write === 0) return;
    void invalidateQueries(chatApi.get, { params: { chatId: String(id) } });
    void invalidateQueries(channelsApi.get, { params: { id: String(channel_id) } });
  }, [hasEnded, id, channel_id, can.write]);
  return hasEnded;
}

/** Until when everybody may write, and that they could (C-4.09). */
export function WritingEnd({ ends }: { ends: string }) {
  const { t, language } = useTranslation('chat');
  const { time_zone } = useSelf().school;
  const isOver = useHasCome(Date.parse(ends));
  const instant = new Date(ends);
  // What ends at midnight ends with the day before.
  const isWholeDay = toLocal(instant, time_zone).minutes === 0;
  const at = isWholeDay
    ? writeDate(language, lastDayOf(ends, time_zone), 'long')
    : writeMoment(language, instant, time_zone, 'medium');
  return <p className={styles.ends}>{isOver ? t('repliesClosed', { at }) : t('repliesUntil', { at })}</p>;
}
