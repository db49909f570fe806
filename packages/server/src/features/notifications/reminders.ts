import { randomUUID } from 'node:crypto';
import { REMINDER_GRACE, reminderAt } from '@kreide/core/features/calendar';
import { permissionsOf, toLocal, writeDate, writeMoment } from '@kreide/core/kernel';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { DueReminder, ReminderTeller } from '../calendar/index.ts';
import { getSchool, type SchoolRow } from '../schools/index.ts';
import { listMailable, listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { listSettings } from './queries/settings.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';
import { readTiming } from './timing.ts';

const DAY_MS = 86_400_000;

type Parts = Pick<FeatureParts, 'mail' | 'texts' | 'brandOf' | 'appUrl'> & { readonly tell: Teller };

/** Until when a reminder is worth something. */
const untilOf = ({ begins_at, is_all_day }: DueReminder) =>
  new Date(Date.parse(begins_at) + (is_all_day ? DAY_MS : 0) + REMINDER_GRACE * 60_000);

/**
 * Reminds people of events, each in their own language, by push and, where they want it, by mail. What comes while it is quiet for
 * somebody waits until that ends, and does not come at all where the event has begun by then. Who may not see calendars hears nothing.
 */
export function reminderTeller({ mail, texts, brandOf, appUrl, tell }: Parts): ReminderTeller {
  const pageOf = (id: number) => `/calendar/self/event/${id}`;

  const wordsOf = (
    { name, location, begins_at, is_all_day }: DueReminder,
    locale: string | null,
    school: SchoolRow,
  ) => {
    const language = languageOf({ locale }, school);
    const at = new Date(begins_at);
    const when = is_all_day
      ? writeDate(language, toLocal(at, school.time_zone).date, 'long')
      : writeMoment(language, at, school.time_zone, 'long');
    return { language, t: texts.for(language), lines: [name, when, ...(location ? [location] : [])] };
  };

  return async (db, { school_id, reminders }, now) => {
    const ids = [...new Set(reminders.map(({ user_id }) => user_id))];
    const accounts = await listReachable(db, school_id, ids, now);
    const people = new Map(
      accounts.filter((one) => permissionsOf(one, one).has('view-calendars')).map((one) => [one.id, one]),
    );
    const school = await getSchool(db, school_id);
    const timing = await readTiming(db, school_id, ids);
    const judged = reminders.map((reminder) => {
      const person = people.get(reminder.user_id);
      const earliest = person ? timing.earliest(person.id, 'reminder', false, now) : null;
      return { reminder, person, at: earliest && reminderAt(reminder, earliest, now) };
    });
    const ready = judged.flatMap(({ reminder, person, at }) =>
      person && at && at.getTime() <= now.getTime() ? [{ reminder, person }] : [],
    );
    const told = ready.map(({ reminder, person }) => {
      const { t, lines } = wordsOf(reminder, person.locale, school);
      return {
        content: [t('notifications:event.reminder'), ...lines].join('\n'),
        target_type: 'event' as const,
        target_id: reminder.event_id,
        target_snapshot: { name: reminder.name, by: null },
        named_id: null,
        told_of: `reminder:${reminder.event_id}` as const,
      };
    });
    const pushes = ready.map(({ reminder }) => ({
      kind: 'reminder' as const,
      topic: toTopic('reminder', school_id, reminder.event_id),
      expires_at: untilOf(reminder),
    }));
    const receivers = ready.map(({ reminder, person }, text) => ({
      user_id: person.id,
      text,
      actions: [{ type: 'OPEN_DETAILS' as const, action: pageOf(reminder.event_id) }],
    }));
    if (ready.length > 0) await tell(db, { school_id, texts: told, pushes, receivers }, now);

    const settings = await listSettings(db, school_id, ids);
    const wanting = ids.filter((id) => settings.get(id)?.reminder_mail);
    const mailable = new Map((await listMailable(db, school_id, wanting, now)).map((one) => [one.id, one]));
    const { theme_color, app_name } = brandOf(school.app_branding);
    const mails = ready.flatMap(({ reminder, person }) => {
      const reader = mailable.get(person.id);
      if (!reader) return [];
      const { language, t, lines } = wordsOf(reminder, reader.locale, school);
      const content = {
        language,
        sender: school.name || app_name,
        color: theme_color.light,
        subject: t('notifications:reminderMail.subject', { name: reminder.name }),
        lines,
        action: { text: t('notifications:reminderMail.open'), url: `${appUrl()}${pageOf(reminder.event_id)}` },
        reason: t('notifications:reminderMail.reason'),
        unsubscribe: null,
      };
      const way = { user_id: person.id, kind: 'reminder', recipient: reader.email, uuid: randomUUID() };
      return [{ ...way, content, expires_at: untilOf(reminder), event_id: reminder.event_id }];
    });
    if (mail)
      await mail.order(
        db,
        school_id,
        mails.map(({ event_id: _, ...one }) => one),
        now,
      );
    const sent = new Map(mail ? mails.map((one) => [`${one.event_id} ${one.user_id}`, one.uuid]) : []);
    return judged.map(({ reminder: { event_id, user_id }, at }) => ({
      event_id,
      user_id,
      later: at && at.getTime() > now.getTime() ? at.toISOString() : null,
      mail_uuid: sent.get(`${event_id} ${user_id}`) ?? null,
    }));
  };
}
