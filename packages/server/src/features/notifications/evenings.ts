import { toInstant, writeDate, writeMoment } from '@kreide/core/kernel';
import type { Texts } from '../../kernel/text/texts.ts';
import type { EveningTeller, OpeningTeller, ToldMeeting } from '../parents-evening/index.ts';
import { getSchool } from '../schools/index.ts';
import { listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const peopleOf = ({ parents, teacher_user }: ToldMeeting) =>
  teacher_user === null ? parents : [...parents, teacher_user];

/** Tells parents and teachers of their appointments, each in their own language. */
export function eveningTeller({ texts, tell }: { texts: Texts; tell: Teller }): EveningTeller {
  return async (db, { school_id, evening, meetings }, now) => {
    const school = await getSchool(db, school_id);
    const reachable = await listReachable(db, school_id, [...new Set(meetings.flatMap(peopleOf))], now);
    const people = new Map(reachable.map((person) => [person.id, person]));
    const messages = meetings.flatMap((meeting) => {
      const readers = peopleOf(meeting).flatMap((id) => people.get(id) ?? []);
      const groups = Map.groupBy(readers, (one) => `${languageOf(one, school)} ${one.id === meeting.teacher_user}`);
      return [...groups.values()].map((group) => {
        const [first] = group as [(typeof group)[number]];
        const language = languageOf(first, school);
        const begins = toInstant(evening.date, meeting.starts_at, school.time_zone);
        const when = writeMoment(language, begins, school.time_zone, 'medium');
        const isTeacher = first.id === meeting.teacher_user;
        const whom = isTeacher ? meeting.child : [meeting.teacher, meeting.child].filter(Boolean).join(', ');
        return {
          text: {
            content: [
              texts.for(language)(`notifications:evening.${meeting.about}`),
              evening.name,
              `${when}: ${whom}`,
            ].join('\n'),
            target_type: 'account' as const,
            target_id: null,
            target_snapshot: { name: evening.name, by: null },
            told_of: `evening:${evening.id}` as const,
            named_id: meeting.child_id,
          },
          push: {
            kind: 'evening' as const,
            topic: toTopic('evening', school_id, `${meeting.booking_id}`),
            expires_at: begins > now ? begins : new Date(now.getTime() + 60 * 60 * 1000),
          },
          readers: group.map(({ id }) => id),
        };
      });
    });
    const actions = [{ type: 'LINK_INTERNAL' as const, action: `/parents-evenings/${evening.id}` }];
    const receivers = messages.flatMap(({ readers }, text) => readers.map((user_id) => ({ user_id, text, actions })));
    const [contents, pushes] = [messages.map(({ text }) => text), messages.map(({ push }) => push)];
    await tell(db, { school_id, texts: contents, pushes, receivers }, now);
  };
}

/** Tells teachers of an evening that is published, families of one that they can book or wish for, and both of one that is allocated or called off. */
export function openingTeller({ texts, tell }: { texts: Texts; tell: Teller }): OpeningTeller {
  return async (db, { school_id, evening, about, people }, now) => {
    const school = await getSchool(db, school_id);
    const readers = await listReachable(db, school_id, people, now);
    const groups = [...Map.groupBy(readers, (one) => languageOf(one, school))];
    const ends = new Date(evening.closes_at);
    const contents = groups.map(([language]) => {
      const t = texts.for(language);
      const lines = [t(`notifications:evening.${about}`), evening.name, writeDate(language, evening.date, 'medium')];
      if (about === 'open' || about === 'wishing')
        lines.push(
          t(`notifications:evening.${about === 'open' ? 'until' : 'wishUntil'}`, {
            when: writeMoment(language, ends, school.time_zone, 'medium'),
          }),
        );
      return {
        content: lines.filter(Boolean).join('\n'),
        target_type: 'account' as const,
        target_id: null,
        target_snapshot: { name: evening.name, by: null },
        told_of: `evening:${evening.id}` as const,
        named_id: null,
      };
    });
    const push = {
      kind: 'evening' as const,
      topic: toTopic('evening', school_id, `${about}-${evening.id}`),
      expires_at: ends > now ? ends : new Date(now.getTime() + 60 * 60 * 1000),
    };
    const own = `/parents-evenings/${evening.id}`;
    const action = about === 'to_allocate' ? `/management/${school.uuid}${own}` : own;
    const actions = [{ type: 'LINK_INTERNAL' as const, action }];
    const receivers = groups.flatMap(([, group], text) => group.map(({ id: user_id }) => ({ user_id, text, actions })));
    await tell(db, { school_id, texts: contents, pushes: contents.map(() => push), receivers }, now);
  };
}
