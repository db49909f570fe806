import type { Texts } from '../../kernel/text/texts.ts';
import { type MentionTeller, titlerOf } from '../channels/index.ts';
import { getSchool } from '../schools/index.ts';
import { listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAYS_3 = 3 * 24 * 60 * 60 * 1000;

/**
 * Tells people that a message mentions them, by whom and in which channel, each in their own language. What was written is
 * read there: so nothing of it stays with them when it is changed or taken back.
 */
export function mentionTeller({ texts, tell }: { texts: Texts; tell: Teller }): MentionTeller {
  return async (db, { school_id, channel_id, seq, uuid, by, people, isUrgent }, now) => {
    const accounts = await listReachable(db, school_id, [...people, by], now);
    const author = accounts.find(({ id }) => id === by);
    const name = author ? `${author.firstname} ${author.lastname}` : '';
    const school = await getSchool(db, school_id);
    const titleIn = await titlerOf(db, school_id, channel_id);
    const told = accounts
      .filter(({ id }) => id !== by)
      .map((person) => {
        const t = texts.for(languageOf(person, school));
        const title = titleIn(t);
        return {
          user_id: person.id,
          text: {
            content: [t('notifications:mentioned', { name }), title].filter(Boolean).join('\n'),
            target_type: 'account' as const,
            target_id: null,
            target_snapshot: { name: title ?? name, by: name },
            told_of: `mention:${uuid}` as const,
            named_id: by,
          },
        };
      });
    const topic = toTopic('mention', school_id, uuid);
    const expires_at = new Date(now.getTime() + DAYS_3);
    const actions = [{ type: 'LINK_INTERNAL' as const, action: `/channels/${channel_id}/chat#message-${seq}` }];
    const pushes = told.map(() => ({ kind: 'mention' as const, topic, expires_at, isUrgent }));
    const receivers = told.map(({ user_id }, text) => ({ user_id, text, actions }));
    await tell(db, { school_id, texts: told.map(({ text }) => text), pushes, receivers }, now);
  };
}
