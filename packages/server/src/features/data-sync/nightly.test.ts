import { addDays, toLocal } from '@kreide/core/kernel';
import { describe, expect, it, vi } from 'vitest';
import { withPairedSchool } from '../../../../../tests/support/paired-school.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { crowd, ENTRIES, toPeerEntries } from '../../../../../tests/support/people-directory.ts';
import { nextNight } from './nightly.ts';
import { listDueNights, takeNight } from './queries.ts';

// Nobody listens there: the mails wait in line.
const pairs = withPairedSchool({ KREIDE_SMTP_URL: 'smtp://127.0.0.1:9', KREIDE_MAIL_FROM: 'kreide@school.example' });
const { call, take, rows, askAs } = pairs;
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 100 });

it('the night is three o’clock of the school, also where the clocks change, and each school has a minute of its own [T-7.114]', () => {
  const night = (id: number, zone: string, now: string) => nextNight(id, zone, new Date(now)).toISOString();
  expect(night(60, 'Europe/Berlin', '2026-11-18T09:10:00Z')).toBe('2026-11-19T02:00:00.000Z');
  expect(night(60, 'Europe/Berlin', '2026-11-18T01:59:00Z')).toBe('2026-11-18T02:00:00.000Z');
  expect(night(60, 'Europe/Berlin', '2026-11-18T02:00:00Z')).toBe('2026-11-19T02:00:00.000Z');
  expect(night(77, 'Europe/Berlin', '2027-03-27T12:00:00Z')).toBe('2027-03-28T01:17:00.000Z');
  expect(night(119, 'Europe/Berlin', '2026-11-18T02:58:00Z')).toBe('2026-11-18T02:59:00.000Z');
  expect(night(121, 'Europe/Berlin', '2026-11-18T01:00:00Z')).toBe('2026-11-18T02:01:00.000Z');
  expect(night(77, 'Asia/Kathmandu', '2026-11-18T09:10:00Z')).toBe('2026-11-18T21:32:00.000Z');
});

it('there is one night for each date, though the clocks of Kyiv repeat that hour in autumn and leave it out in spring [T-7.114]', () => {
  const night = (id: number, now: string) => nextNight(id, 'Europe/Kyiv', new Date(now)).toISOString();
  // 03:59 comes at 00:59Z and again at 01:59Z; the server looks at the second 03:00.
  expect(night(59, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:59:00.000Z');
  expect(night(59, '2026-10-25T01:00:00Z')).toBe('2026-10-26T01:59:00.000Z');
  expect(night(17, '2026-10-25T01:05:00Z')).toBe('2026-10-26T01:17:00.000Z');
  // 03:17 is 04:17 that day, also for whoever asks at 04:05.
  expect(night(17, '2026-03-29T01:05:00Z')).toBe('2026-03-29T01:17:00.000Z');
  expect(night(17, '2026-03-29T01:17:00Z')).toBe('2026-03-30T00:17:00.000Z');
  for (const zone of ['Europe/Kyiv', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca'])
    for (const id of [0, 17, 59]) {
      const dates: string[] = [];
      let at = new Date('2026-01-01T00:00:00Z');
      // The server looks up to ten minutes later.
      while (at < new Date('2027-01-01T00:00:00Z')) {
        at = nextNight(id, zone, new Date(at.getTime() + (id % 10) * 60_000));
        dates.push(toLocal(at, zone).date);
      }
      expect(dates).toEqual(dates.map((_, index) => addDays(dates[0] ?? '', index)));
    }
});

describe('accounts that are brought in line every night', () => {
  const run = (text: string, values: unknown[] = []) => pairs.server.test.database.pool.query(text, values);
  const without = (...uids: string[]) => {
    pairs.peer.entries = pairs.peer.entries.filter(({ attributes }) => !uids.includes(`${attributes.uid?.[0]}`));
  };
  const locked = async () =>
    (
      await run('select username from users where school_id = $1 and is_locked order by username', [pairs.school.id])
    ).rows.map(({ username }) => username);
  const told = async () =>
    (
      await run("select content from messages where school_id = $1 and content like 'Konten wurden nicht%'", [
        pairs.school.id,
      ])
    ).rows.map(({ content }) => content as string);
  const runs = async () => (await call('GET', '/idm-connector/runs')).body.data;
  const switchNights = async (is_on: boolean) =>
    (await call('PUT', '/idm-connector/nightly', { is_on })).body.data.nightly;

  const waiting = async () =>
    (
      await run(
        "select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier like 'data-sync:night%'",
      )
    ).rowCount;

  const due = async (): Promise<Date> =>
    new Date((await run('select due_at from data_sync_nights where school_id = $1', [pairs.school.id])).rows[0].due_at);

  /** The next night comes: what the server looks for every ten minutes is looked for now. */
  async function sleep(): Promise<void> {
    const before = (await runs()).length;
    const due_at = await due();
    pairs.server.clock.set(due_at);
    await askAs('admin');
    await run("select graphile_worker.add_job('data-sync:nights-due', '{}')");
    await eventually(async () => expect((await runs()).length).toBe(before + 1));
  }

  it('are locked when somebody is gone, unlocked when they are back, and it stands in the list of runs [T-7.114]', async () => {
    await take(rows('p1;x;p1', 'bblum;x;p2', 't1;x;t1'));
    expect((await call('GET', '/auth-driver/sources')).body.data.nightly).toEqual({ is_on: false, due_at: null });
    const zone = 'Europe/Berlin';
    const due_at = nextNight(pairs.school.id, zone, pairs.server.clock.now()).toISOString();
    expect(await switchNights(true)).toEqual({ is_on: true, due_at });
    without('p2');
    await sleep();
    expect(await locked()).toEqual(['bblum']);
    expect(await runs()).toMatchObject([
      { is_nightly: true, outcome: 'done', reason: null, connected: 3, gone: 1, back: 0, at: due_at },
    ]);
    const { rows: log } = await run(
      "select origin, user_id from audit_log where school_id = $1 and entity = 'users' and after ? 'is_locked'",
      [pairs.school.id],
    );
    expect(log).toEqual([{ origin: 'system', user_id: null }]);
    const inside = await signIn(pairs.server, pairs.school.slink, 't1');
    pairs.peer.entries = toPeerEntries(ENTRIES);
    without('t1');
    await sleep();
    expect(await locked()).toEqual(['t1']);
    expect((await pairs.server.request('GET', '/v1/users/self', { token: inside })).status).toBe(401);
    expect((await runs())[0]).toMatchObject({ gone: 1, back: 1 });
    await call('POST', '/idm-connector/sync', { is_dry_run: false });
    expect((await runs())[0]).toMatchObject({ is_nightly: false, outcome: 'done', gone: 0, back: 0 });
    expect(await told()).toEqual([]);
    // Nothing happens any more once it is switched off.
    expect(await switchNights(false)).toEqual({ is_on: false, due_at: null });
  });

  it('are never more than a fifth: administrators are told once, until it is well again [T-7.114]', async () => {
    const all = Array.from({ length: 30 }, (_, index) => `c${index}`);
    pairs.peer.entries = toPeerEntries([...ENTRIES, ...crowd(30)]);
    for (const username of all)
      await buildUser(pairs.server.test.database.kysely, pairs.school.id, username, 'STUDENT');
    await take(rows(...all.map((one) => `${one};x;${one}`)));
    await run("update users set email = 'admin@school.example' where school_id = $1 and username = 'admin'", [
      pairs.school.id,
    ]);
    await switchNights(true);
    const other = await buildSchool(pairs.server.test.database.kysely, 'nightjar');
    const note = (school: number, is_nightly: boolean) =>
      run(
        "insert into data_sync_runs (school_id, at, is_nightly, outcome, connected, gone, back) values ($1, now(), $2, 'done', 0, 0, 0)",
        [school, is_nightly],
      );
    without(...all.slice(0, 7));
    await sleep();
    const mails = await run("select content from mails where school_id = $1 and kind = 'directory'", [pairs.school.id]);
    expect(mails.rows.map(({ content }) => content.subject)).toEqual([
      'Konten wurden nicht mit dem Verzeichnis abgeglichen',
    ]);
    expect(mails.rows[0].content.action.url).toMatch(/\/management\/[-\w]+\/school-data\/directory$/);
    // Neither what somebody does by hand nor the night of another school makes it well.
    await note(pairs.school.id, false);
    await note(other.id, true);
    await sleep();
    expect(await locked()).toEqual([]);
    expect(await runs()).toMatchObject([
      { outcome: 'many', gone: 7, connected: 30 },
      { is_nightly: false, outcome: 'done' },
      { outcome: 'many', gone: 7, connected: 30 },
    ]);
    expect(await told()).toHaveLength(1);
    expect((await told())[0]).toContain('Von 30 verbundenen Konten wären 7 gesperrt worden');
    pairs.peer.shows = null;
    await sleep();
    expect((await runs())[0]).toMatchObject({ outcome: 'failed', reason: 'auth_service_unreachable' });
    expect(await told()).toHaveLength(2);
    // Another reason is another thing to see to.
    await run('delete from auth_drivers where school_id = $1', [pairs.school.id]);
    await sleep();
    expect((await runs())[0]).toMatchObject({ outcome: 'failed', reason: 'directory_missing' });
    expect(await told()).toHaveLength(3);
    expect(await locked()).toEqual([]);
    expect((await call('PUT', '/idm-connector/nightly', { is_on: true })).body.error.code).toBe('directory_missing');
  });

  it('go to whoever comes first, never once it is switched off, and each page of the list is its own [T-7.114]', async () => {
    const { kysely } = pairs.server.test.database;
    const { id } = pairs.school;
    await switchNights(true);
    const { due_at } = (await call('GET', '/auth-driver/sources')).body.data.nightly;
    const [due, next] = [new Date(due_at), new Date('2026-12-24T02:00:00Z')];
    expect(await takeNight(kysely, id, new Date(due.getTime() - 1), next)).toBeUndefined();
    expect(await listDueNights(kysely, new Date(due.getTime() - 1))).not.toContain(id);
    expect(await listDueNights(kysely, due)).toContain(id);
    expect([await takeNight(kysely, id, due, next), await takeNight(kysely, id, due, next)]).toEqual([
      { is_on: true, reads_people: false },
      undefined,
    ]);
    await switchNights(false);
    // A job that was ordered before.
    await run("select graphile_worker.add_job('data-sync:night', json_build_object('school_id', $1::bigint))", [id]);
    await eventually(async () => expect(await waiting()).toBe(0));
    expect(await runs()).toEqual([]);
    const other = await buildSchool(kysely, 'owl');
    await run(
      "insert into data_sync_runs (school_id, at, is_nightly, outcome, connected, gone, back) select s, now(), true, 'done', n, 0, 0 from generate_series(1, 45) n, unnest($1::bigint[]) s",
      [[id, other.id]],
    );
    const page = async (number: number) =>
      (await call('GET', `/idm-connector/runs?page=${number}`)).body.data.map(
        (one: { connected: number }) => one.connected,
      );
    const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
    // A page, and the first of the next.
    expect([await page(1), await page(2), await page(3)]).toEqual([down(45, 25), down(25, 5), down(5, 1)]);
  });

  it('stay as they are while the directory is switched off, and nobody is told of it [T-7.114]', async () => {
    await take(rows('p1;x;p1', 'bblum;x;p2'));
    await switchNights(true);
    without('p2');
    await run('update auth_drivers set is_on = false where school_id = $1', [pairs.school.id]);
    expect((await call('GET', '/auth-driver/sources')).body.data.nightly).toEqual({ is_on: true, due_at: null });
    const due_at = await due();
    pairs.server.clock.set(due_at);
    const { searches } = pairs.peer;
    await run("select graphile_worker.add_job('data-sync:nights-due', '{}')");
    await eventually(async () =>
      expect(
        (
          await run('select due_at > $2 as is_taken from data_sync_nights where school_id = $1', [
            pairs.school.id,
            due_at,
          ])
        ).rows,
      ).toEqual([{ is_taken: true }]),
    );
    await eventually(async () => expect(await waiting()).toBe(0));
    await askAs('admin');
    expect([await runs(), await locked(), await told(), pairs.peer.searches - searches]).toEqual([[], [], [], 0]);
    await run('update auth_drivers set is_on = true where school_id = $1', [pairs.school.id]);
    await sleep();
    expect(await locked()).toEqual(['bblum']);
  });

  it('stay open where the directory names nobody at all, however few they are [T-7.114]', async () => {
    await take(rows('p1;x;p1', 'bblum;x;p2'));
    await switchNights(true);
    // The account of the school does not see the number any more.
    pairs.peer.entries = pairs.peer.entries.map(({ attributes: { uid: _, ...attributes }, ...entry }) => ({
      ...entry,
      attributes,
    }));
    await sleep();
    expect(await locked()).toEqual([]);
    expect((await runs())[0]).toMatchObject({ outcome: 'many', gone: 2, connected: 2 });
  });
});
