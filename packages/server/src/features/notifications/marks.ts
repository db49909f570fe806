import { type Language, permissionsOf, writeMoment } from '@kreide/core/kernel';
import type { Texts } from '../../kernel/text/texts.ts';
import { listTold } from '../channels/index.ts';
import type { MarkTeller } from '../classbook/index.ts';
import { getSchool } from '../schools/index.ts';
import { listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Tells both teachers that a pupil has two different marks, once for a pupil and a lesson: which lesson, and where both
 * marks stand. Whom it is about is seen there, and on no locked screen.
 */
export function markTeller({ texts, tell }: { texts: Texts; tell: Teller }): MarkTeller {
  return async (db, { school_id, entry_id, lesson_uuid, begins_at, name, grade_id, pupils }, now) => {
    const keyOf = (user_id: number) => `mark:${entry_id}:${user_id}` as const;
    const told = await listTold(
      db,
      school_id,
      pupils.map(({ user_id }) => keyOf(user_id)),
    );
    const fresh = pupils.filter(({ user_id }) => !told.has(keyOf(user_id)));
    if (fresh.length === 0) return;
    const teachers = [...new Set(fresh.flatMap((one) => one.teachers))];
    const reachable = (await listReachable(db, school_id, teachers, now)).filter((person) =>
      permissionsOf(person, person).has('view-entries'),
    );
    const school = await getSchool(db, school_id);
    const at = new Date(begins_at);
    const contentIn = (language: Language) =>
      [
        texts.for(language)('notifications:mark.differs'),
        name,
        writeMoment(language, at, school.time_zone, 'long'),
      ].join('\n');
    const lesson = `${lesson_uuid}-${Math.floor(at.getTime() / 1000)}`;
    const all = fresh.flatMap((pupil) =>
      reachable
        .filter(({ id }) => pupil.teachers.includes(id))
        .map((person) => {
          const plan = grade_id === null ? `users/${person.id}` : `grades/${grade_id}`;
          return {
            user_id: person.id,
            text: {
              content: contentIn(languageOf(person, school)),
              target_type: 'account' as const,
              target_id: null,
              target_snapshot: { name, by: null },
              told_of: keyOf(pupil.user_id),
              named_id: null,
            },
            action: `/timetable/${plan}/lesson/${lesson}/entry/${entry_id}/absences/user/${pupil.user_id}`,
          };
        }),
    );
    const expires_at = new Date(now.getTime() + DAY);
    const push = { kind: 'absence' as const, topic: toTopic('mark', school_id, entry_id), expires_at };
    await tell(
      db,
      {
        school_id,
        texts: all.map(({ text }) => text),
        pushes: all.map(() => push),
        receivers: all.map(({ user_id, action }, text) => ({
          user_id,
          text,
          actions: [{ type: 'LINK_INTERNAL' as const, action }],
        })),
      },
      now,
    );
  };
}
