import type { Texts } from '../../kernel/text/texts.ts';
import type { MessageReporter } from '../channels/index.ts';
import { getSchool } from '../schools/index.ts';
import { listManagersOf, listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAYS_3 = 3 * 24 * 60 * 60 * 1000;

/**
 * Tells those who decide about reports that somebody reports a message, each in their own language (C-6.36). Neither the
 * message nor what is said about it stands there: both are opened where that is recorded. Its author hears nothing: where
 * nobody else decides, those are told who can let somebody else do so, and without them who reports it.
 */
export function messageReporter({ texts, tell }: { texts: Texts; tell: Teller }): MessageReporter {
  return async (db, { school_id, id, by, author }, now) => {
    const deciding = await listManagersOf(db, [school_id], 'manage-channels');
    const managing = await listManagersOf(db, [school_id]);
    const accounts = await listReachable(db, school_id, [...deciding, ...managing, by], now);
    const among = (ids: readonly number[]) => accounts.filter(({ id }) => id !== author && ids.includes(id));
    const people = [among(deciding), among(managing), among([by])].find(({ length }) => length > 0) ?? [];
    const isDecided = among(deciding).length > 0;
    const title = isDecided ? 'notifications:messageReported' : 'notifications:messageReportedAlone';
    const reporter = accounts.find((person) => person.id === by);
    const name = reporter ? `${reporter.firstname} ${reporter.lastname}` : null;
    const school = await getSchool(db, school_id);
    const told = people.map((person) => ({
      content: [texts.for(languageOf(person, school))(title), name].filter(Boolean).join('\n'),
      target_type: 'account' as const,
      target_id: person.id,
      target_snapshot: { name: `${person.firstname} ${person.lastname}`, by: name },
      named_id: by,
    }));
    const expires_at = new Date(now.getTime() + DAYS_3);
    const topic = toTopic('message-report', school_id, id);
    const pushes = people.map(() => ({ kind: 'admin' as const, topic, expires_at }));
    const actions = isDecided ? [{ type: 'LINK_INTERNAL' as const, action: `/management/${school.uuid}/reports` }] : [];
    const receivers = people.map((person, place) => ({ user_id: person.id, text: place, actions }));
    await tell(db, { school_id, texts: told, pushes, receivers }, now);
  };
}
