import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { buildSchool } from '../../../../../tests/support/people.ts';
import { fixedClock } from '../clock.ts';
import { type Jobs, startJobs } from '../jobs/index.ts';
import { createLog } from '../log.ts';
import { parseSmtpUrl } from './address.ts';
import { createMail, type Mail } from './mail.ts';
import { type OrderedMail, removeMails } from './queries.ts';

const NOW = new Date('2026-11-18T09:20:00Z');
const USER = { name: 'school', password: 'p@ss' };
/** Patient, because the machine may be busy. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000 });

let mailbox: MailServer;
let test: TestDatabase;
let schoolId: number;
let lines: string[];
const clock = fixedClock(NOW);
const running: Jobs[] = [];

beforeAll(async () => {
  mailbox = await startMailServer({ user: USER });
  test = await createTestDatabase();
  schoolId = (await buildSchool(test.database.kysely, 'amsel')).id;
});
afterAll(async () => {
  await test.drop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(() => {
  lines = [];
  mailbox.received.length = 0;
  clock.set(NOW);
});
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
  await test.database.pool.query('delete from graphile_worker._private_jobs');
  await test.database.pool.query('delete from mails');
});

/** The mail room with a process that works. */
async function work(password = 'p%40ss'): Promise<Mail> {
  const server = parseSmtpUrl(`smtp://school:${password}@127.0.0.1:${mailbox.port}`);
  if (!server) throw new Error('no address');
  const log = createLog({ json: true, write: (line) => lines.push(line) });
  const mail = createMail({ server, from: 'kreide@school.example' }, { database: test.database, clock, log });
  const { connectionString } = test;
  running.push(await startJobs({ connectionString, tasks: mail.tasks, log, clock, pollMs: 100 }));
  return mail;
}

const to = (recipient: string, hours = 24): OrderedMail => ({
  user_id: null,
  kind: 'test',
  recipient,
  expires_at: new Date(NOW.getTime() + hours * 3_600_000),
  content: {
    language: 'de',
    sender: 'Schule „Am Wald“',
    color: '#882d67',
    subject: 'Grüße & Ähnliches',
    lines: ['Erste Zeile <b>.', 'Zweite.'],
    reason: 'Weil du es so willst.',
    action: { text: 'Öffnen', url: 'https://kreide.example/x?a=1&b=2' },
    unsubscribe: { text: 'Abbestellen', url: 'https://kreide.example/off', oneClick: 'https://kreide.example/v1/off' },
  },
});
const order = (mail: Mail, ...mails: OrderedMail[]) =>
  test.database.kysely.transaction().execute((db) => mail.order(db, schoolId, mails, clock.now()));
async function rows() {
  const { rows: found } = await test.database.pool.query(
    'select state, code, tries, recipient, content is null as is_empty, not_before from mails order by id',
  );
  return found as { state: string; code: number | null; tries: number; recipient: string | null; is_empty: boolean }[];
}
async function passTime(minutes: number): Promise<void> {
  // A round orders the next one before it ends, after it has written what this test sees.
  const { pool } = test.database;
  const running = 'select 1 from graphile_worker._private_jobs where locked_by is not null';
  await eventually(async () => expect((await pool.query(running)).rowCount).toBe(0));
  clock.set(new Date(clock.now().getTime() + minutes * 60_000));
  await passJobWaits(pool);
}

describe('a mail', () => {
  it('arrives as text and as a page, from the school, with a way out for people and programs', async () => {
    await order(await work(), to('ada@home.example'));
    await eventually(() => expect(mailbox.received).toHaveLength(1));
    const [{ from, mail, header }] = mailbox.received as [(typeof mailbox.received)[number]];
    expect(from).toBe('kreide@school.example');
    expect(mail.from).toEqual({ name: 'Schule „Am Wald“', address: 'kreide@school.example' });
    expect(mail.subject).toBe('Grüße & Ähnliches');
    expect(mail.text).toContain('Erste Zeile <b>.\n\nZweite.\n\nÖffnen:\nhttps://kreide.example/x?a=1&b=2');
    expect(mail.text).toContain('Abbestellen: https://kreide.example/off');
    expect(mail.html).toContain('<html lang="de">');
    expect(mail.html).toContain('Erste Zeile &lt;b&gt;.');
    expect(mail.html).toContain('href="https://kreide.example/x?a=1&amp;b=2"');
    expect(mail.html).not.toMatch(/<img|<script|<link/);
    expect(header('list-unsubscribe')).toBe('<https://kreide.example/v1/off>');
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('auto-submitted')).toBe('auto-generated');
    await eventually(async () =>
      expect(await rows()).toMatchObject([{ state: 'SENT', code: 250, tries: 1, recipient: null, is_empty: true }]),
    );
  });

  it('of a change that is rolled back is not sent', async () => {
    const mail = await work();
    const rolledBack = test.database.kysely.transaction().execute(async (db) => {
      await mail.order(db, schoolId, [to('nobody@home.example')], NOW);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await order(mail, to('ada@home.example'));
    await eventually(() => expect(mailbox.received.map((one) => one.to)).toEqual(['ada@home.example']));
  });

  it('that is refused for now is tried again a minute later, then twice as late, as the same mail', async () => {
    mailbox.refuse('ada@home.example', 451, 421);
    const mail = await work();
    await order(mail, to('ada@home.example'), to('bo@home.example'));
    await eventually(() => expect(mailbox.received.map((one) => one.to)).toEqual(['bo@home.example']));
    await eventually(async () => expect((await rows())[0]).toMatchObject({ state: 'WAITING', code: 451, tries: 1 }));
    await passTime(0.9);
    await passTime(0.2);
    await eventually(async () => expect((await rows())[0]).toMatchObject({ state: 'WAITING', code: 421, tries: 2 }));
    await passTime(1.1);
    expect((await rows())[0]).toMatchObject({ tries: 2 });
    await passTime(1);
    await eventually(async () => expect((await rows())[0]).toMatchObject({ state: 'SENT', tries: 3 }));
    expect(mailbox.received).toHaveLength(2);
  });

  it('that is refused for good is not tried again; the log has its number and neither address nor text', async () => {
    mailbox.refuse('gone@home.example', 550);
    const mail = await work();
    await order(mail, to('gone@home.example'));
    await eventually(async () =>
      expect(await rows()).toMatchObject([{ state: 'REFUSED', code: 550, recipient: null, is_empty: true }]),
    );
    await passTime(24 * 60);
    await order(mail, to('ada@home.example', 72));
    await eventually(() => expect(mailbox.received).toHaveLength(1));
    const said = lines.join('');
    expect(said).toContain('"code":550');
    expect(said).not.toMatch(/home\.example|Zeile|p@ss|Wald/);
  });

  it('whose connection breaks in the middle comes with the next try, under the same name', async () => {
    mailbox.refuse('ada@home.example', 'hang up');
    await order(await work(), to('ada@home.example'));
    await eventually(async () => expect((await rows())[0]).toMatchObject({ state: 'WAITING', code: null, tries: 1 }));
    const { rows: named } = await test.database.pool.query('select uuid from mails');
    await passTime(1.1);
    await eventually(() => expect(mailbox.received).toHaveLength(1));
    expect(mailbox.received[0]?.mail.messageId).toBe(`<${named[0].uuid}@school.example>`);
  });

  it('is given up when it is of no use any more', async () => {
    mailbox.refuse('ada@home.example', 451, 451);
    await order(await work(), to('ada@home.example', 0.03));
    await eventually(async () => expect((await rows())[0]).toMatchObject({ state: 'WAITING', tries: 1 }));
    await passTime(1.1);
    await eventually(async () =>
      expect((await rows())[0]).toMatchObject({ state: 'FAILED', code: 451, is_empty: true }),
    );
  });
});

describe('the mail server', () => {
  it('that is away loses no mail: everything comes when it is back', async () => {
    const mail = await work();
    await mailbox.close();
    await order(mail, ...Array.from({ length: 9 }, (_, place) => to(`p${place}@home.example`)));
    await eventually(async () => expect((await rows()).every(({ tries }) => tries === 1)).toBe(true));
    expect(lines.filter((line) => line.includes('takes no mails'))).toHaveLength(1);
    await mailbox.open();
    await passTime(1.1);
    await eventually(() => expect(mailbox.received).toHaveLength(9));
  });

  it('that refuses the password is not asked for every mail, loses none, and the log says why', async () => {
    const wrong = await work('wrong');
    const before = mailbox.connections();
    await order(wrong, ...Array.from({ length: 9 }, (_, place) => to(`p${place}@home.example`)));
    const waits = { state: 'WAITING', code: 535, tries: 1 };
    await eventually(async () => expect(await rows()).toMatchObject(Array.from({ length: 9 }, () => waits)));
    expect(mailbox.connections() - before).toBeLessThanOrEqual(2);
    expect(lines.join('')).toContain('"error":"EAUTH"');
  });

  it('sees few connections at a time, and each mail once, when two processes work', async () => {
    const mail = await work();
    await work();
    const people = Array.from({ length: 60 }, (_, place) => `p${place}@home.example`);
    await order(mail, ...people.map((one) => to(one)));
    await eventually(() => expect(mailbox.received).toHaveLength(60));
    expect(mailbox.received.map((one) => one.to).toSorted()).toEqual(people.toSorted());
    expect(mailbox.mostConnections()).toBeLessThanOrEqual(2);
  });
});

it('what became of mails is forgotten once it is older than the school keeps it', async () => {
  await order(await work(), to('ada@home.example'));
  await eventually(async () => expect((await rows())[0]?.state).toBe('SENT'));
  expect(await removeMails(test.database.kysely, schoolId, new Date('2026-11-18T09:20:00Z'))).toBe(0);
  expect(await removeMails(test.database.kysely, schoolId, new Date('2026-11-18T09:20:01Z'))).toBe(1);
});
