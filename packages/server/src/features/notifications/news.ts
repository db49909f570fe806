import { type Language, permissionsOf } from '@kreide/core/kernel';
import type { Texts } from '../../kernel/text/texts.ts';
import type { NewsReporter, NewsTeller } from '../news/index.ts';
import { getSchool } from '../schools/index.ts';
import { listAdministrators, listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Days for which a device that is off is still called. */
const DAYS = 3;

/**
 * Tells people of a news item, when it is published or to remind them that they have not confirmed it, each in their own
 * language; answers how many. Who may not read news hears nothing.
 */
export function newsTeller({ texts, tell }: { texts: Texts; tell: Teller }): NewsTeller {
  return async (db, { about, school_id, id, title, author, author_id, people }, now) => {
    const accounts = await listReachable(db, school_id, people, now);
    const reachable = accounts.filter((person) => permissionsOf(person, person).has('view-news'));
    const school = await getSchool(db, school_id);
    const languages = [...new Set(reachable.map((person) => languageOf(person, school)))];
    const content = (language: Language) =>
      [texts.for(language)(`notifications:news.${about}`), title, ...(author === null ? [] : [author])].join('\n');
    const told = languages.map((language) => ({
      content: content(language),
      target_type: 'news' as const,
      target_id: id,
      target_snapshot: { name: title, by: author },
      told_of: `news:${id}` as const,
      named_id: author === null ? null : author_id,
    }));
    const expires_at = new Date(now.getTime() + DAYS * DAY);
    const push = { kind: 'news' as const, topic: toTopic('news', school_id, id), expires_at };
    const receivers = reachable.map((person) => ({
      user_id: person.id,
      text: languages.indexOf(languageOf(person, school)),
      actions: [{ type: 'LINK_INTERNAL' as const, action: `/news/${id}` }],
    }));
    await tell(db, { school_id, texts: told, pushes: told.map(() => push), receivers }, now);
    return reachable.length;
  };
}

/** Tells the administrators of a school who reports a news item, and why, each in their own language (C-6.36). */
export function newsReporter({ texts, tell }: { texts: Texts; tell: Teller }): NewsReporter {
  return async (db, { school_id, id, title, by, text }, now) => {
    const [reporter] = await listReachable(db, school_id, [by], now);
    const people = await listReachable(db, school_id, await listAdministrators(db, school_id, now), now);
    const school = await getSchool(db, school_id);
    const name = reporter ? `${reporter.firstname} ${reporter.lastname}` : null;
    const told = people.map(({ locale }) => ({
      content: [
        texts.for(languageOf({ locale }, school))('notifications:news.reported'),
        ...[title, name, text].filter(Boolean),
      ].join('\n'),
      target_type: 'news' as const,
      target_id: id,
      target_snapshot: { name: title, by: name },
      told_of: `news:${id}` as const,
      named_id: by,
    }));
    const expires_at = new Date(now.getTime() + DAYS * DAY);
    const pushes = people.map(() => ({ kind: 'admin' as const, topic: toTopic('report', school_id, id), expires_at }));
    const actions = [{ type: 'LINK_INTERNAL' as const, action: `/news/${id}` }];
    const receivers = people.map((person, place) => ({ user_id: person.id, text: place, actions }));
    await tell(db, { school_id, texts: told, pushes, receivers }, now);
  };
}
