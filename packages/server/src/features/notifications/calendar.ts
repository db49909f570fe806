import { seriesWords } from '@kreide/core/features/calendar';
import { type Language, permissionsOf, toLocal, translateIn, writeDate, writeMoment } from '@kreide/core/kernel';
import type { Texts } from '../../kernel/text/texts.ts';
import type { EventTeller } from '../calendar/index.ts';
import { getSchool } from '../schools/index.ts';
import { listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Days for which a device that is off is still called. */
const DAYS = 3;

/**
 * Tells people of a calendar event that is new, changed or deleted, each in their own language; answers how many. Who may
 * not see calendars hears nothing.
 */
export function eventTeller({ texts, tell }: { texts: Texts; tell: Teller }): EventTeller {
  return async (db, { about, school_id, id, name, begins_at, is_all_day, author, author_id, series, people }, now) => {
    const accounts = await listReachable(db, school_id, people, now);
    const reachable = accounts.filter((person) => permissionsOf(person, person).has('view-calendars'));
    const school = await getSchool(db, school_id);
    const at = new Date(begins_at);
    const when = (language: Language) =>
      is_all_day
        ? writeDate(language, toLocal(at, school.time_zone).date, 'long')
        : writeMoment(language, at, school.time_zone, 'long');
    const languages = [...new Set(reachable.map((person) => languageOf(person, school)))];
    const repeats = (language: Language) =>
      series ? [seriesWords(series, { t: translateIn(texts.for(language), 'calendar'), language })] : [];
    const told = languages.map((language) => ({
      content: [texts.for(language)(`notifications:event.${about}`), name, when(language), ...repeats(language)].join(
        '\n',
      ),
      target_type: 'event' as const,
      target_id: id,
      target_snapshot: { name, by: author },
      told_of: `event:${id}` as const,
      named_id: author_id,
    }));
    const expires_at = new Date(now.getTime() + DAYS * DAY);
    const push = { kind: 'event' as const, topic: toTopic('event', school_id, id), expires_at };
    // A deleted event has no details to open.
    const actions =
      about === 'removed' ? [] : [{ type: 'OPEN_DETAILS' as const, action: `/calendar/self/event/${id}` }];
    const receivers = reachable.map((person) => ({
      user_id: person.id,
      text: languages.indexOf(languageOf(person, school)),
      actions,
    }));
    await tell(db, { school_id, texts: told, pushes: told.map(() => push), receivers }, now);
    return reachable.length;
  };
}
