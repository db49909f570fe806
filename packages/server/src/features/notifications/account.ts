import { writeMoment } from '@kreide/core/kernel';
import type { Texts } from '../../kernel/text/texts.ts';
import type { AccountChanged, AskForHelp } from '../auth/index.ts';
import { toDeviceName } from '../auth/index.ts';
import { getSchool } from '../schools/index.ts';
import { listAdministrators, listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Tells the owner of an account that the password was changed, or that a new device signed in. */
export function accountTeller({ texts, tell }: { texts: Texts; tell: Teller }): AccountChanged {
  return async (db, { school_id, user_id, kind, user_agent, sessions }, now) => {
    const [person] = await listReachable(db, school_id, [user_id], now);
    if (!person) return;
    const school = await getSchool(db, school_id);
    const language = languageOf(person, school);
    const t = texts.for(language);
    const when = writeMoment(language, now, school.time_zone, 'long');
    const facts = [toDeviceName(user_agent), when].filter(Boolean).join(' · ');
    const content = [t(`notifications:account.${kind}`), facts, t(`notifications:account.${kind}Help`)].join('\n');
    const name = `${person.firstname} ${person.lastname}`;
    const text = {
      content,
      target_type: 'account' as const,
      target_id: user_id,
      target_snapshot: { name, by: null },
      named_id: null,
    };
    const expires_at = new Date(now.getTime() + DAY);
    const push = { kind: 'account' as const, topic: toTopic(kind, user_id), expires_at };
    const receivers = [{ user_id, text: 0, actions: [] }];
    await tell(db, { school_id, texts: [text], pushes: [push], receivers, sessions }, now);
  };
}

/** Tells the administrators of a school who asks for help, each in their own language. */
export function helpTeller({ texts, tell }: { texts: Texts; tell: Teller }): AskForHelp {
  return async (db, { school_id, name, contact }, now) => {
    const people = await listReachable(db, school_id, await listAdministrators(db, school_id, now), now);
    const school = await getSchool(db, school_id);
    const expires_at = new Date(now.getTime() + DAY);
    const told = people.map(({ id, locale, firstname, lastname }) => {
      const t = texts.for(languageOf({ locale }, school));
      const facts = [name, t('notifications:account.helpContact', { contact })];
      return {
        content: [t('notifications:account.help'), ...facts, t('notifications:account.helpHelp')].join('\n'),
        target_type: 'account' as const,
        target_id: id,
        target_snapshot: { name: `${firstname} ${lastname}`, by: null },
        named_id: null,
      };
    });
    const pushes = people.map(({ id }) => ({ kind: 'account' as const, topic: toTopic('help', id), expires_at }));
    const receivers = people.map(({ id }, text) => ({ user_id: id, text, actions: [] }));
    await tell(db, { school_id, texts: told, pushes, receivers }, now);
  };
}
