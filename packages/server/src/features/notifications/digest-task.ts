import { DIGEST_AT, nextDigest } from '@kreide/core/features/notifications';
import { API_BASE } from '@kreide/core/kernel';
import * as z from 'zod/mini';
import type { FeatureParts } from '../../kernel/feature.ts';
import { enqueue, type RegisteredTask, repeat, task } from '../../kernel/jobs/index.ts';
import type { Mail, MailContent } from '../../kernel/mail/index.ts';
import { countUnreadAfter, type UnreadCount } from '../channels/index.ts';
import { getSchool, type SchoolRow } from '../schools/index.ts';
import { listMailable } from '../users/index.ts';
import { toDigestToken } from './digest-token.ts';
import { listSchoolsWithDigests, markDigests, takeDueDigests } from './queries/digests.ts';
import { listSettings, OF_SCHOOL } from './queries/settings.ts';
import { languageOf } from './receivers.ts';
import { readTiming } from './timing.ts';

type Parts = Pick<FeatureParts, 'database' | 'clock' | 'texts' | 'appUrl' | 'secret' | 'brandOf'>;

const ofSchool = z.object({ school_id: z.int() });
/** Hours after which a digest is old news. */
const GOOD_FOR_HOURS = 24;

/** Where the link of a digest leads, and what mail programs call themselves. */
export const DIGEST_OFF_PAGE = '/digest-off';
export const DIGEST_OFF_ROUTE = `${API_BASE}/notifications/digests/unsubscribe`;

/**
 * Digests by mail. Every five minutes the schools are looked for in which one is due; of each a job takes everybody who is
 * due, counts what nobody has told them yet, and puts the mails in line, in one transaction that also says when the next is
 * due: a second job, or a second process, finds nobody. Quiet hours and pauses put a digest off until they end.
 */
export function createDigestTasks(parts: Parts, mail: Mail) {
  const { database, clock, texts, appUrl, secret, brandOf } = parts;
  const { kysely } = database;

  function toContent(
    school: SchoolRow,
    person: { id: number; locale: string | null },
    unread: UnreadCount,
  ): MailContent {
    const language = languageOf(person, school);
    const t = texts.for(language);
    const token = toDigestToken(secret, { school_id: school.id, user_id: person.id });
    const { theme_color, app_name } = brandOf(school.app_branding);
    const number = unread.lessons + unread.others;
    return {
      language,
      sender: school.name || app_name,
      color: theme_color.light,
      subject: t('notifications:digest.subject', { number }),
      lines: [
        t('notifications:digest.intro', { name: app_name }),
        ...(unread.lessons > 0 ? [t('notifications:digest.lessons', { number: unread.lessons })] : []),
        ...(unread.others > 0 ? [t('notifications:digest.others', { number: unread.others })] : []),
      ],
      action: { text: t('notifications:digest.open'), url: `${appUrl()}/notification-centre` },
      reason: t('notifications:digest.reason'),
      unsubscribe: {
        text: t('notifications:digest.unsubscribe'),
        url: `${appUrl()}${DIGEST_OFF_PAGE}#token=${token}`,
        oneClick: `${appUrl()}${DIGEST_OFF_ROUTE}/${token}`,
      },
    };
  }

  const digest: RegisteredTask<z.output<typeof ofSchool>> = task(
    'notifications:digest',
    ofSchool,
    async ({ school_id }) => {
      await kysely.transaction().execute(async (db) => {
        const now = clock.now();
        const due = await takeDueDigests(db, school_id, now);
        if (due.length === 0) return;
        const people = due.map(({ user_id }) => user_id);
        const timing = await readTiming(db, school_id, people);
        const at = (userId: number) => timing.earliest(userId, 'digest', false, now) ?? now;
        const ready = due.filter(({ user_id }) => at(user_id).getTime() <= now.getTime());
        const unread = new Map((await countUnreadAfter(db, school_id, ready)).map((one) => [one.user_id, one]));
        const readers = await listMailable(db, school_id, [...unread.keys()], now);
        const school = await getSchool(db, school_id);
        const told = new Map<number, UnreadCount>();
        const mails = readers.map((person) => {
          const counted = unread.get(person.id) as UnreadCount;
          told.set(person.id, counted);
          const expires_at = new Date(now.getTime() + GOOD_FOR_HOURS * 3_600_000);
          const content = toContent(school, person, counted);
          return { user_id: person.id, kind: 'digest', recipient: person.email, content, expires_at };
        });
        await mail.order(db, school_id, mails, now);
        const time = (await listSettings(db, school_id, [])).get(OF_SCHOOL)?.digest_at ?? DIGEST_AT;
        const marks = due.map(({ user_id, digest: rhythm }) => {
          const later = at(user_id);
          const isLater = later.getTime() > now.getTime();
          const next = isLater ? later : nextDigest(rhythm, time, now, school.time_zone);
          return { user_id, next_at: next.toISOString(), seq: told.get(user_id)?.last_seq ?? null };
        });
        await markDigests(db, school_id, marks);
      });
    },
  );

  const find = task('notifications:digests', z.object({}), async () => {
    for (const school_id of await listSchoolsWithDigests(kysely, clock.now()))
      await enqueue(kysely, digest, { school_id }, { key: `digest:${school_id}` });
  });

  return { tasks: [digest, find], schedule: [repeat(find, '*/5 * * * *', {})] };
}
