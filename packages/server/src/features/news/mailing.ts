import { NEWS_LINK_DAYS } from '@kreide/core/features/news';
import { isLanguage, type Language } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { enqueue, type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import type { Mail, MailContent } from '../../kernel/mail/index.ts';
import { createToken, hashToken } from '../auth/index.ts';
import { getSchool, type SchoolRow } from '../schools/index.ts';
import { listMailable } from '../users/index.ts';
import { insertMails, listWithoutApp } from './queries/mails.ts';
import { findNews, type NewsRow } from './queries.ts';
import { authorOf } from './render.ts';

/** Where the link of a mail leads. */
export const CONFIRM_PAGE = '/confirm-news';

/** Mails of one round, and the pause before the next: providers take many at once for spam. */
export const MAILS_PER_ROUND = 50;
const PAUSE_MS = 60_000;
/** After so many days a mail that could not be sent is given up. */
const MAIL_DAYS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

const payload = z.object({ school_id: z.int(), id: z.int() });
export type MailNews = RegisteredTask<z.output<typeof payload>>;

type Parts = Pick<FeatureParts, 'database' | 'clock' | 'texts' | 'appUrl' | 'brandOf'>;

/** The language of somebody, else that of their school. */
export const languageFor = (locale: string | null, school: Pick<SchoolRow, 'locale'>): Language =>
  isLanguage(locale) ? locale : isLanguage(school.locale) ? school.locale : 'de';

/**
 * Sends those whom the app does not reach the one mail with the link that confirms an item (D-6.04): whoever comes into
 * question when it is published, and with each reminder whoever came in since. A round at a time, each in a transaction
 * with its mails, so that a job that runs twice finds nobody a second time.
 */
export function createMailNews({ database, clock, texts, appUrl, brandOf }: Parts, mail: Mail): MailNews {
  function toContent(school: SchoolRow, row: NewsRow, locale: string | null, token: string): MailContent {
    const language = languageFor(locale, school);
    const t = texts.for(language);
    const { theme_color, app_name } = brandOf(school.app_branding);
    const sender = school.name || app_name;
    const author = authorOf(row);
    return {
      language,
      sender,
      color: theme_color.light,
      subject: t('news:mail.subject', { title: row.title }),
      lines: [
        author === null ? t('news:mail.fromSchool') : t('news:mail.from', { author }),
        row.title,
        t('news:mail.whole', { url: `${appUrl()}/news/${row.id}` }),
      ],
      action: { text: t('news:mail.action'), url: `${appUrl()}${CONFIRM_PAGE}/${token}` },
      reason: t('news:mail.reason', { school: sender, days: NEWS_LINK_DAYS }),
      unsubscribe: null,
    };
  }

  const round: MailNews = task('news:mail', payload, async ({ school_id, id }) => {
    await database.kysely.transaction().execute(async (db) => {
      const now = clock.now();
      const row = await findNews(db, school_id, id);
      if (!row?.is_confirmable || Date.parse(row.publish_at) > now.getTime()) return;
      const key = { school_id, id, author_id: row.user_id };
      const people = await listMailable(db, school_id, await listWithoutApp(db, key, now), now);
      const made = people
        .slice(0, MAILS_PER_ROUND)
        .map((person) => ({ person, token: createToken(), mail_uuid: crypto.randomUUID() }));
      if (made.length === 0) return;
      const kept = await insertMails(
        db,
        key,
        made.map(({ person, token, mail_uuid }) => ({
          user_id: person.id,
          token_hash: hashToken(token).toString('hex'),
          mail_uuid,
        })),
        { now, expires_at: new Date(now.getTime() + NEWS_LINK_DAYS * DAY_MS) },
      );
      const school = await getSchool(db, school_id);
      const expires_at = new Date(now.getTime() + MAIL_DAYS * DAY_MS);
      const ordered = made.flatMap(({ person, token, mail_uuid }) =>
        kept.has(person.id)
          ? [
              {
                user_id: person.id,
                kind: 'news',
                recipient: person.email,
                uuid: mail_uuid,
                expires_at,
                content: toContent(school, row, person.locale, token),
              },
            ]
          : [],
      );
      await mail.order(db, school_id, ordered, now);
      if (people.length > MAILS_PER_ROUND) await orderMails(db, round, { school_id, id }, PAUSE_MS);
    });
  });
  return round;
}

/** Orders the mails of an item, in the caller's transaction. */
export async function orderMails(
  db: Kysely<DB>,
  task: MailNews | null,
  { school_id, id }: z.output<typeof payload>,
  delayMs = 0,
): Promise<void> {
  if (task) await enqueue(db, task, { school_id, id }, { key: `news:mail:${school_id}:${id}`, delayMs });
}
