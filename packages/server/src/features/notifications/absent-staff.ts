import { writeDate } from '@kreide/core/kernel';
import type { Texts } from '../../kernel/text/texts.ts';
import type { AbsentTeller } from '../desk/index.ts';
import { getSchool } from '../schools/index.ts';
import { listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Tells the desk that a teacher is not there, or that teacher what became of it, each in their own language: never why. */
export function absentTeller({ texts, tell }: { texts: Texts; tell: Teller }): AbsentTeller {
  return async (db, { school_id, id, about, person, begins_at, ends_at, receivers }, now) => {
    const people = await listReachable(db, school_id, receivers, now);
    if (people.length === 0) return;
    const school = await getSchool(db, school_id);
    const isOwn = about === 'removed';
    const names = isOwn ? [] : [person.name];
    const told = people.map((reader) => {
      const language = languageOf(reader, school);
      const days = [...new Set([begins_at, ends_at])].map((date) => writeDate(language, date, 'long'));
      return {
        content: [texts.for(language)(`desk:told.${about}`), ...names, days.join(' – ')].join('\n'),
        target_type: 'account' as const,
        target_id: null,
        target_snapshot: { name: person.name, by: null },
        told_of: `absent:${id}` as const,
        named_id: isOwn ? null : person.id,
      };
    });
    const push = {
      kind: 'absence' as const,
      topic: toTopic('absent', school_id, id),
      expires_at: new Date(now.getTime() + DAY),
    };
    // Of somebody who is there again, the day from which on that is.
    const date = about === 'back' ? ends_at : begins_at;
    const action = isOwn ? '/substitutions/absent' : `/management/${school.uuid}/substitution-desk?date=${date}`;
    const actions = [{ type: 'LINK_INTERNAL' as const, action }];
    const each = people.map((reader, text) => ({ user_id: reader.id, text, actions }));
    await tell(db, { school_id, texts: told, pushes: people.map(() => push), receivers: each }, now);
  };
}
