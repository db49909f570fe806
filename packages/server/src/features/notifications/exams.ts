import { permissionsOf, writeDate } from '@kreide/core/kernel';
import type { Texts } from '../../kernel/text/texts.ts';
import type { ExamTeller } from '../exams/index.ts';
import { getSchool } from '../schools/index.ts';
import { listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Days for which a device that is off is still called. */
const DAYS = 3;

/** Tells people of an exam that is new, changed or cancelled, each in their own language. Who may not see plans hears nothing. */
export function examTeller({ texts, tell }: { texts: Texts; tell: Teller }): ExamTeller {
  return async (db, { school_id, about, exam, people }, now) => {
    const accounts = await listReachable(db, school_id, people, now);
    const reachable = accounts.filter((person) => permissionsOf(person, person).has('view-timetable'));
    const school = await getSchool(db, school_id);
    const languages = [...new Set(reachable.map((person) => languageOf(person, school)))];
    const told = languages.map((language) => {
      const t = texts.for(language);
      const day = writeDate(language, exam.date, 'long');
      return {
        content: [
          t(`notifications:exam.${about}`),
          `${t(`exams:kinds.${exam.kind}`)}: ${exam.name}`,
          `${day}, ${exam.time_begins_at}–${exam.time_ends_at}`,
        ].join('\n'),
        target_type: 'account' as const,
        target_id: null,
        target_snapshot: { name: exam.name, by: null },
        told_of: `exam:${exam.id}` as const,
        named_id: null,
      };
    });
    const expires_at = new Date(now.getTime() + DAYS * DAY);
    const push = { kind: 'exam' as const, topic: toTopic('exam', school_id, `${exam.id}`), expires_at };
    const actions = [{ type: 'LINK_INTERNAL' as const, action: `/exams?day=${exam.date}` }];
    const receivers = reachable.map((person) => ({
      user_id: person.id,
      text: languages.indexOf(languageOf(person, school)),
      actions,
    }));
    await tell(db, { school_id, texts: told, pushes: told.map(() => push), receivers }, now);
  };
}
