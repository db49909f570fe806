import { writeDate } from '@kreide/core/kernel';
import type { Texts } from '../../kernel/text/texts.ts';
import type { LeftOut, PublicationTeller } from '../desk/index.ts';
import { getSchool } from '../schools/index.ts';
import { listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Tells the desk what was not published when its time came, each in their own language. */
export function publicationTeller({ texts, tell }: { texts: Texts; tell: Teller }): PublicationTeller {
  return async (db, { school_id, id, date, receivers, left_out }, now) => {
    const people = await listReachable(db, school_id, receivers, now);
    if (people.length === 0) return;
    const school = await getSchool(db, school_id);
    const told = people.map((person) => {
      const language = languageOf(person, school);
      const t = texts.for(language);
      const line = ({ hour, grades, subject, reason }: LeftOut) =>
        t('desk:later.left', {
          lesson: [hour === null ? '' : t('desk:period', { hour }), grades, subject].filter(Boolean).join(' '),
          reason: t(`desk:later.due.${reason}`),
        });
      const name = t('desk:later.day', { date: writeDate(language, date, 'weekday') });
      const lines = left_out ? left_out.map(line) : [t('desk:later.refused')];
      return {
        content: [t('desk:later.told'), name, ...lines].join('\n'),
        target_type: 'account' as const,
        target_id: null,
        target_snapshot: { name, by: null },
        named_id: null,
      };
    });
    const topic = toTopic('publication', school_id, id);
    const pushes = people.map(() => ({ kind: 'account' as const, topic, expires_at: new Date(now.getTime() + DAY) }));
    const action = `/management/${school.uuid}/substitution-desk?date=${date}`;
    const actions = [{ type: 'LINK_INTERNAL' as const, action }];
    const each = people.map((person, text) => ({ user_id: person.id, text, actions }));
    await tell(db, { school_id, texts: told, pushes, receivers: each }, now);
  };
}
