import { randomUUID } from 'node:crypto';
import { DEFAULT_LANGUAGE, isLanguage, toLocal, writeDate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import { type OrderedMail, withdrawMails } from '../../kernel/mail/index.ts';
import { makeLetterKeys, makeMailKeys } from '../registration/index.ts';
import { getSchool } from '../schools/index.ts';
import type { LetterParts } from '../user-import/index.ts';
import { findManaged, hasPermission, listDrafted } from '../users/index.ts';
import { type Judged, judge, wayOf } from './judging.ts';
import { endRun, listMails, listNext, lockRun, type Result, type RunKey, saveResults } from './queries/runs.ts';

type Parts = Pick<FeatureParts, 'database' | 'clock' | 'mail'> & LetterParts;
type School = Awaited<ReturnType<typeof getSchool>>;

const payload = z.object({ school_id: z.int(), id: z.int(), by: z.int() });
export type LettersTask = RegisteredTask<z.output<typeof payload>>;

/** People of one transaction. */
const STEP = 200;
/** How long a mail that cannot be delivered is tried again: the code in it holds longer. */
const MAIL_MS = 7 * 24 * 60 * 60 * 1000;

/** Makes the codes of an order step by step; a process that was cut off goes on where it stood, and nobody gets two. */
export function createLettersTask({ database, clock, mail, secret, seal, appUrl, brandOf, texts }: Parts): LettersTask {
  const { kysely } = database;

  /** The mail with the link for one person. */
  function toMail(
    person: Judged & { email: string },
    { code, expires_at }: { code: string; expires_at: Date },
    { school, language, now }: { school: School; language: string; now: Date },
  ): OrderedMail & { uuid: string } {
    const known = isLanguage(language) ? language : DEFAULT_LANGUAGE;
    const t = texts.for(known);
    const { theme_color, app_name: app } = brandOf(school.app_branding);
    const sender = school.name || app;
    const date = writeDate(known, toLocal(expires_at, school.time_zone).date, 'long');
    const content = {
      language: known,
      sender,
      color: theme_color.light,
      subject: t('activation-letters:mail.subject', { app }),
      lines: [
        t('activation-letters:mail.intro', { school: sender, app }),
        t('activation-letters:mail.until', { date }),
        t('activation-letters:mail.secret'),
      ],
      // In the fragment: it reaches no server, no log and no other site.
      action: {
        text: t('activation-letters:mail.action'),
        url: `${appUrl()}/${school.slink}/register/activate#${code}`,
      },
      reason: t('activation-letters:mail.reason', { school: sender }),
      unsubscribe: null,
    };
    const { user_id, email: recipient } = person;
    const until = new Date(Math.min(expires_at.getTime(), now.getTime() + MAIL_MS));
    return { uuid: randomUUID(), user_id, kind: 'registration', recipient, content, expires_at: until };
  }

  /** @returns whether there may be more to do */
  async function step(key: RunKey, by: number): Promise<boolean> {
    return kysely.transaction().execute(async (trx: Kysely<DB>) => {
      const run = await lockRun(trx, key);
      if (run?.state !== 'waiting') return false;
      const { school_id } = key;
      const ids = await listNext(trx, key, STEP);
      const now = clock.now();
      const school = await getSchool(trx, school_id);
      const today = toLocal(now, school.time_zone).date;
      const author = await findManaged(trx, school_id, by, today);
      const mayManage = author && !author.is_locked && (await hasPermission(trx, school_id, by, 'manage-users'));
      if (ids.length === 0 || !mayManage) {
        await endRun(trx, key, ids.length === 0 ? 'done' : 'failed');
        return false;
      }
      const rows = (await listDrafted(trx, school_id, { ids }, today)) ?? [];
      const judged = await judge(trx, rows, { school_id, now, today });
      const open = judged.filter(({ reason }) => reason === null);
      const isByMail = run.by_mail && mail !== null;
      const languageOf = ({ locale }: Judged) => (isLanguage(locale) ? locale : run.language);
      // Their earlier codes open nothing from now on: a mail with one that waits is not sent any more.
      await withdrawMails(
        trx,
        school_id,
        await listMails(
          trx,
          school_id,
          open.map(({ user_id }) => user_id),
        ),
      );
      const paper = open.filter((one) => wayOf(one, isByMail) === 'paper');
      const letters = paper.map((one) => ({ user_id: one.user_id, language: languageOf(one) }));
      await makeLetterKeys(trx, { secret, seal }, letters, { school_id, uuid: run.uuid, by, days: null, now });
      const receivers = open.filter((one): one is Judged & { email: string } => wayOf(one, isByMail) === 'mail');
      const codes = await makeMailKeys(
        trx,
        { secret },
        receivers.map(({ user_id }) => user_id),
        { school_id, by, now },
      );
      const mails = receivers.flatMap((one) => {
        const code = codes.get(one.user_id);
        return code ? [toMail(one, code, { school, language: languageOf(one), now })] : [];
      });
      await mail?.order(trx, school_id, mails, now);
      const mailOf = new Map(mails.map(({ user_id, uuid }) => [user_id, uuid]));
      const known = new Map(judged.map((one) => [one.user_id, one]));
      const results = ids.map((user_id): Result => {
        const one = known.get(user_id);
        const way = one ? wayOf(one, isByMail) : 'paper';
        if (one?.reason === null)
          return { user_id, state: 'done', reason: null, way, mail_uuid: mailOf.get(user_id) ?? null };
        return { user_id, state: 'left', reason: one?.reason ?? 'changed', way, mail_uuid: null };
      });
      await saveResults(trx, key, results);
      return true;
    });
  }

  return task('activation-letters:make', payload, async ({ by, ...key }, { isLastAttempt }) => {
    try {
      while (await step(key, by));
    } catch (thrown) {
      if (isLastAttempt) await endRun(kysely, key, 'failed');
      throw thrown;
    }
  });
}
