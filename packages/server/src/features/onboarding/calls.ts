import { CALL_MINUTES, type CallDraft } from '@kreide/core/features/onboarding';
import { DEFAULT_LANGUAGE, isLanguage, type Translate, toInstant, writeDate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { Mail } from '../../kernel/mail/index.ts';
import { getSchool } from '../schools/index.ts';
import { writeCalendar } from '../subscriptions/index.ts';

/** How long it is worth being told of a call: it may be in two months. */
const DAY = 24 * 60 * 60 * 1000;

const toTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0')).join(':');

/** When a call ends, at the school's own time. */
function endOf(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return toTime(hours * 60 + minutes + CALL_MINUTES);
}

interface Told {
  school_id: number;
  call: CallDraft;
  now: Date;
  t: Translate;
}

/** Tells the operator of a call that somebody wants, in the school's language, and answers it for the own calendar. */
export async function tellOfCall(
  db: Kysely<DB>,
  mail: Mail,
  { texts, brandOf }: Pick<FeatureParts, 'texts' | 'brandOf'>,
  { school_id, call, now, t }: Told,
) {
  const school = await getSchool(db, school_id);
  const language = isLanguage(school.locale) ? school.locale : DEFAULT_LANGUAGE;
  const say = texts.for(language);
  const { name, phone, email, date, time, topic } = call;
  const content = {
    language,
    sender: school.name,
    color: brandOf(school.app_branding).theme_color.light,
    subject: say('onboarding:call.subject', { school: school.name }),
    lines: [
      say('onboarding:call.wanted', {
        name,
        school: school.name,
        date: writeDate(language, date, 'weekdayYear'),
        time,
        zone: school.time_zone,
      }),
      say('onboarding:call.reach', { phone, email }),
      ...(topic === '' ? [] : [topic]),
    ],
    action: null,
    reason: say('onboarding:call.reason', { school: school.name }),
    unsubscribe: null,
  };
  const begins = toInstant(date, time, school.time_zone);
  const expires_at = new Date(begins.getTime() + DAY);
  // Of no account: it is the school that asks.
  await mail.order(
    db,
    school_id,
    [{ user_id: null, kind: 'onboarding', recipient: mail.operator, content, expires_at }],
    now,
  );
  const event = {
    uid: crypto.randomUUID(),
    date,
    time_begins_at: time,
    time_ends_at: endOf(time),
    summary: t('onboarding:call.summary'),
    description: topic,
    location: phone,
    category: null,
    color: null,
    is_cancelled: false,
    is_free: false,
  };
  const calendar = writeCalendar({
    name: t('onboarding:call.summary'),
    language,
    time_zone: school.time_zone,
    last_updated_at: now.toISOString(),
    events: [event],
  });
  return {
    begins_at: begins.toISOString(),
    ends_at: new Date(begins.getTime() + CALL_MINUTES * 60_000).toISOString(),
    calendar: calendar.toString('utf8'),
  };
}
