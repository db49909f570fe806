import { type Language, permissionsOf, toLocal, writeDate, writeMoment } from '@kreide/core/kernel';
import type { Texts } from '../../kernel/text/texts.ts';
import type { AbsenceTeller, ToldAbsence } from '../absences/index.ts';
import { getSchool } from '../schools/index.ts';
import { listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The page that opens an absence: for staff the list of the class book, for families their sick notes. */
const placeOf = ({ side, classbook_id, uuid }: ToldAbsence) =>
  side === 'staff'
    ? `/classbooks/${classbook_id}/overview/users/details/all-users/absences?selectedAbsence=${uuid}`
    : `/sicknotes/${classbook_id}/overview`;

/**
 * Tells people of absences, each in their own language: who and when, never why. What the roll has found rings in quiet
 * hours too, since somebody has to look for a child.
 */
export function absenceTeller({ texts, tell }: { texts: Texts; tell: Teller }): AbsenceTeller {
  return async (db, school_id, told, now) => {
    const people = [...new Set(told.flatMap((one) => one.people))];
    const accounts = await listReachable(db, school_id, people, now);
    const reachable = new Map(
      accounts.filter((person) => permissionsOf(person, person).has('view-sick-notes')).map((one) => [one.id, one]),
    );
    const school = await getSchool(db, school_id);
    const daysOf = (language: Language, { begins_at, ends_at }: ToldAbsence) => {
      const [from, until] = [begins_at, ends_at].map((at) => toLocal(new Date(at), school.time_zone).date);
      const days = [...new Set([from, until])].map((date) => writeDate(language, date as string, 'long'));
      return days.join(' – ');
    };
    const messages = told.flatMap((one) => {
      const readers = one.people.flatMap((id) => reachable.get(id) ?? []);
      return [...Map.groupBy(readers, (person) => languageOf(person, school))].map(([language, group]) => {
        const t = texts.for(language);
        const isRoll = one.about === 'missing' || one.about === 'found';
        const when = isRoll
          ? writeMoment(language, new Date(one.begins_at), school.time_zone, 'long')
          : daysOf(language, one);
        const pupil = [one.pupil, one.side === 'staff' ? one.grade : null].filter(Boolean).join(', ');
        const title = one.side === 'family' ? (`${one.about}Child` as const) : one.about;
        return {
          text: {
            content: [t(`notifications:absence.${title as 'missing' | 'missingChild'}`), pupil, when].join('\n'),
            target_type: 'account' as const,
            target_id: one.classbook_id,
            target_snapshot: { name: one.pupil, by: null },
            told_of: `absence:${one.uuid}` as const,
            named_id: one.pupil_id,
          },
          push: {
            kind: 'absence' as const,
            topic: toTopic('absence', school_id, one.uuid),
            isUrgent: isRoll,
            expires_at: new Date(now.getTime() + DAY),
          },
          action: placeOf(one),
          readers: group.map(({ id }) => id),
        };
      });
    });
    const receivers = messages.flatMap(({ readers, action }, text) =>
      readers.map((user_id) => ({ user_id, text, actions: [{ type: 'LINK_INTERNAL' as const, action }] })),
    );
    const [contents, pushes] = [messages.map(({ text }) => text), messages.map(({ push }) => push)];
    await tell(db, { school_id, texts: contents, pushes, receivers }, now);
    return receivers.length;
  };
}
