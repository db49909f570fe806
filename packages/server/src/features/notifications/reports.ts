import type { Texts } from '../../kernel/text/texts.ts';
import type { ReportTeller } from '../help/index.ts';
import { getSchool } from '../schools/index.ts';
import { listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Tells those who said that something is wrong in a plan what the planners answer, each in their own language. */
export function reportTeller({ texts, tell }: { texts: Texts; tell: Teller }): ReportTeller {
  return async (db, { school_id, id, user_id, receivers, lesson, answer }, now) => {
    const people = await listReachable(db, school_id, receivers, now);
    if (people.length === 0) return;
    const school = await getSchool(db, school_id);
    const told = people.map((person) => ({
      content: [texts.for(languageOf(person, school))('help:reports.told'), lesson, answer].join('\n'),
      target_type: 'account' as const,
      target_id: null,
      target_snapshot: { name: lesson, by: null },
      named_id: null,
    }));
    const pushes = people.map(() => ({
      kind: 'account' as const,
      topic: toTopic('report', school_id, id),
      expires_at: new Date(now.getTime() + DAY),
    }));
    const action = `/feedback/dialog/${user_id}/response`;
    const actions = [{ type: 'LINK_INTERNAL' as const, action }];
    await tell(
      db,
      {
        school_id,
        texts: told,
        pushes,
        receivers: people.map((person, text) => ({ user_id: person.id, text, actions })),
      },
      now,
    );
  };
}
