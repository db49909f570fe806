import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { DB } from '../data/database.generated.ts';
import type { Database } from '../data/database.ts';
import { type AnyTask, enqueue, type RegisteredTask, task } from '../jobs/index.ts';
import type { Log } from '../log.ts';
import type { SmtpServer } from './address.ts';
import {
  type DueMail,
  listDueMails,
  type MailResult,
  nextMailDue,
  type OrderedMail,
  orderMails,
  writeMailResults,
} from './queries.ts';
import { CONNECTIONS, type MailAnswer, openSmtp, type Smtp } from './smtp.ts';

/** What `KREIDE_SMTP_URL` and `KREIDE_MAIL_FROM` say. */
export interface MailSettings {
  readonly server: SmtpServer;
  /** The address that all mails come from. */
  readonly from: string;
  /** Where schools reach those who run the installation; left out: at `from`. */
  readonly operator?: string | undefined;
}

/** The way to people's mailboxes. An installation without a mail server has none, and its features say so. */
export interface Mail {
  /** The address of those who run the installation. */
  readonly operator: string;
  /** Queues mails in the transaction of the change that they report; they go once it has committed. */
  order(db: Kysely<DB>, schoolId: number, mails: readonly OrderedMail[], now: Date): Promise<void>;
  readonly tasks: readonly AnyTask[];
}

export interface MailParts {
  readonly database: Pick<Database, 'kysely'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** After so many tries a mail is given up: with the growing pauses within a day. */
const TRIES_MAXIMUM = 10;
/** Seconds before the second try; doubled for each further one. */
const FIRST_PAUSE = 60;

const payload = z.object({ school_id: z.int() });

/** Mails of a school go one round after the other, so that none is taken twice, whichever process sends them. */
export function createMail({ server, from, operator = from }: MailSettings, { database, clock, log }: MailParts): Mail {
  const { kysely } = database;

  const deliver: RegisteredTask<z.output<typeof payload>> = task(
    'mail:deliver',
    payload,
    async ({ school_id }, { signal }) => {
      const due = await listDueMails(kysely, school_id, clock.now());
      const results: MailResult[] = [];
      if (due.length > 0) {
        using smtp = await openSmtp(server, from);
        await sendAll(smtp, due, signal, (mail, answer) => results.push(toResult(mail, answer, clock.now())));
      }
      for (const { id, state, code } of results)
        if (state === 'REFUSED' || state === 'FAILED')
          log.error({ school: school_id, mail: id, code, state }, 'a mail was given up');
      await writeMailResults(kysely, school_id, results, clock.now());
      const next = await nextMailDue(kysely, school_id);
      if (next !== null) await orderRound(kysely, school_id, Date.parse(next) - clock.now().getTime());
    },
  );

  function orderRound(db: Kysely<DB>, schoolId: number, delayMs: number): Promise<string> {
    // One round that waits is enough; a new mail does not wait for one that was put off.
    const key = `mail:${schoolId}:${delayMs > 0 ? 'later' : 'now'}`;
    return enqueue(db, deliver, { school_id: schoolId }, { delayMs, key, queue: `mail-${schoolId}` });
  }

  /** Sends a few at a time; when the mail server is lost, it does not try the rest. */
  async function sendAll(
    smtp: Smtp,
    due: readonly DueMail[],
    signal: AbortSignal,
    tell: (mail: DueMail, answer: MailAnswer) => void,
  ): Promise<void> {
    const waiting = due.values();
    let lost: MailAnswer | null = null;
    const line = async () => {
      for (const mail of waiting) {
        if (signal.aborted) return;
        const { uuid, recipient, content } = mail;
        if (recipient === null || content === null) throw new Error('a waiting mail without a text');
        const answer: MailAnswer = lost ?? (await smtp.send({ uuid, to: recipient, content }));
        if (answer.state === 'LOST' && !lost)
          log.warn({ error: answer.error, code: answer.code }, 'the mail server takes no mails');
        if (answer.state === 'LOST') lost = answer;
        tell(mail, answer);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, line));
  }

  return {
    operator,
    tasks: [deliver],
    async order(db, schoolId, mails, now) {
      if (mails.length === 0) return;
      await orderMails(db, schoolId, mails, now);
      await orderRound(db, schoolId, 0);
    },
  };
}

/** What to write down: done, try again, or given up. */
function toResult({ id, tries, expires_at }: DueMail, { state, code }: MailAnswer, now: Date): MailResult {
  if (state === 'SENT' || state === 'REFUSED') return { id, state, code, not_before: null };
  const at = now.getTime() + FIRST_PAUSE * 2 ** tries * 1000;
  if (tries + 1 >= TRIES_MAXIMUM || Date.parse(expires_at) <= at)
    return { id, state: 'FAILED', code, not_before: null };
  return { id, state: 'WAITING', code, not_before: new Date(at).toISOString() };
}
