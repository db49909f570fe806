import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { withPairedSchool } from '../../../../../tests/support/paired-school.ts';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { crowd, ENTRIES, toPeerEntries } from '../../../../../tests/support/people-directory.ts';
import { countWaiting } from '../../../../../tests/support/waiting.ts';

const pairs = withPairedSchool();
const { call, generate, take, rows, enter, pairing } = pairs;

describe('accounts in line with the directory', () => {
  const sync = (body: object = {}) => call('POST', '/idm-connector/sync', { is_dry_run: false, ...body });
  const locked = async () =>
    (
      await pairs.server.test.database.kysely
        .selectFrom('users')
        .select('username')
        .where('school_id', '=', pairs.school.id)
        .where('is_locked', '=', true)
        .orderBy('username')
        .execute()
    ).map(({ username }) => username);
  const joined = async () =>
    (
      await pairs.server.test.database.kysely
        .selectFrom('joined_accounts')
        .select('user_id')
        .where('school_id', '=', pairs.school.id)
        .execute()
    ).length;
  const join = async (...usernames: string[]) => {
    const { kysely } = pairs.server.test.database;
    const rows = await kysely
      .selectFrom('users')
      .select('id')
      .where('school_id', '=', pairs.school.id)
      .where('username', 'in', usernames)
      .execute();
    const identity = randomUUID();
    const joined_at = pairs.server.clock.now().toISOString();
    for (const { id: user_id } of rows)
      await kysely
        .insertInto('joined_accounts')
        .values({ school_id: pairs.school.id, user_id, identity, joined_at })
        .execute();
  };
  const without = (...uids: string[]) => {
    pairs.peer.entries = pairs.peer.entries.filter(({ attributes }) => !uids.includes(`${attributes.uid?.[0]}`));
  };

  it('lock and sign out whoever is gone or switched off there, and open again whoever is back [T-7.114]', async () => {
    await take(rows('p1;x;p1', 'bblum;x;p2', 't1;x;t1', 'left;x;p3'));
    const inside = await signIn(pairs.server, pairs.school.slink, 'bblum');
    expect((await pairs.server.request('GET', '/v1/users/self', { token: inside })).status).toBe(200);
    // Whoever joined the account comes in by it no more, and is joined with nobody then.
    await join('bblum', 'left');
    without('p2');
    pairs.peer.entries = pairs.peer.entries.map((entry) =>
      entry.attributes.uid?.[0] === 't1'
        ? { ...entry, attributes: { ...entry.attributes, userAccountControl: ['514'] } }
        : entry,
    );
    const tried = (await sync({ is_dry_run: true })).body.data;
    expect(tried).toMatchObject({ connected: 4, gone_count: 2, back_count: 0, is_many: false });
    expect(tried.gone.map(({ name, why }: { name: string; why: string }) => [name, why])).toEqual([
      ['Blum, Berta', 'missing'],
      ['Zander, Zoe', 'disabled'],
    ]);
    expect(await locked()).toEqual([]);
    expect((await sync({ version: 'of another day' })).status).toBe(409);
    expect((await sync({ version: tried.version })).status).toBe(200);
    expect(await locked()).toEqual(['bblum', 't1']);
    expect((await pairs.server.request('GET', '/v1/users/self', { token: inside })).status).toBe(401);
    // Locked by hand: nobody but a person opens it again.
    const { kysely } = pairs.server.test.database;
    await kysely
      .updateTable('users')
      .set({ is_locked: true })
      .where('school_id', '=', pairs.school.id)
      .where('username', '=', 'p1')
      .execute();
    pairs.peer.entries = toPeerEntries(ENTRIES);
    expect((await sync()).body.data).toMatchObject({ gone_count: 0, back_count: 2 });
    expect(await locked()).toEqual(['p1']);
    const log = await kysely
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('school_id', '=', pairs.school.id)
      .where('entity', '=', 'users')
      .where(sql<boolean>`after ? 'is_locked'`)
      .orderBy('seq')
      .execute();
    const [closed, open] = [
      { before: { is_locked: false }, after: { is_locked: true } },
      { before: { is_locked: true }, after: { is_locked: false } },
    ];
    expect(log).toEqual([closed, closed, open, open]);
    expect(await joined()).toBe(0);
  });

  it('never lock an administrator, nor more than a fifth unless somebody accepts it [T-7.114]', async () => {
    const { kysely } = pairs.server.test.database;
    pairs.peer.entries = toPeerEntries([...ENTRIES, ...crowd(30)]);
    for (let index = 0; index < 30; index += 1) await buildUser(kysely, pairs.school.id, `c${index}`, 'STUDENT');
    await take(rows('admin;x;p1', ...Array.from({ length: 30 }, (_, index) => `c${index};x;c${index}`)));
    // Six of 31 are a fifth, and one more.
    without('p1', ...Array.from({ length: 6 }, (_, index) => `c${index}`));
    expect((await sync({ is_dry_run: true })).body.data).toMatchObject({
      gone_count: 6,
      is_many: false,
      kept_administrators: 1,
    });
    without('c6');
    const tried = (await sync({ is_dry_run: true })).body.data;
    expect(tried).toMatchObject({ gone_count: 7, is_many: true });
    const refused = await sync({ version: tried.version });
    expect([refused.status, refused.body.error.issues[0].path]).toEqual([422, 'body.accepts_many']);
    expect(await locked()).toEqual([]);
    expect((await sync({ version: tried.version, accepts_many: true })).status).toBe(200);
    expect(await locked()).toHaveLength(7);
  });

  it('are many from six on, and where they are more than a fifth, to the person [T-7.114]', async () => {
    const all = Array.from({ length: 30 }, (_, index) => `c${index}`);
    pairs.peer.entries = toPeerEntries([...ENTRIES, ...crowd(30)]);
    for (const username of all)
      await buildUser(pairs.server.test.database.kysely, pairs.school.id, username, 'STUDENT');
    const connect = (names: string[]) => take(rows(...names.map((one) => `${one};x;${one}`)));
    const counts = async () => {
      const { gone_count, connected, is_many } = (await sync({ is_dry_run: true })).body.data;
      return [gone_count, connected, is_many];
    };
    await connect(all.slice(0, 6));
    without(...all.slice(0, 5));
    expect(await counts()).toEqual([5, 6, false]);
    without('c5');
    expect(await counts()).toEqual([6, 6, true]);
    await connect(all.slice(6));
    expect(await counts()).toEqual([6, 30, false]);
    without('c6');
    expect(await counts()).toEqual([7, 30, true]);
  });

  it('stay as they are where the settings are those of another directory meanwhile [T-7.114] [T-7.117]', async () => {
    const { pool } = pairs.server.test.database;
    await take(rows('bblum;x;p2'));
    without('p2');
    for (const [ask, code] of [
      [() => sync(), 'conflict'],
      [() => take(rows('left;x;p3')), 'invalid'],
    ] as const) {
      const other = await pool.connect();
      try {
        await other.query('begin');
        await other.query(`select pg_advisory_xact_lock(hashtextextended('auth_drivers', ${pairs.school.id}))`);
        await other.query(
          `update auth_drivers set updated_at = updated_at + interval '1 minute' where school_id = ${pairs.school.id}`,
        );
        const asked = ask();
        await expect.poll(() => countWaiting(pool)).toBeGreaterThan(0);
        await other.query('commit');
        expect((await asked).body.error.code).toBe(code);
      } finally {
        await other.query('rollback');
        other.release();
      }
    }
    expect(await locked()).toEqual([]);
    expect((await pairing()).people).toBe(1);
  });

  it('are opened, and signed out, when the list that connected them is taken back [T-7.117] [T-7.114]', async () => {
    await take(rows('bblum;x;p2', 't1;x;t1', 'left;x;p3'));
    const untouched = await signIn(pairs.server, pairs.school.slink, 't1');
    pairs.server.clock.set(new Date(pairs.server.clock.now().getTime() + 60_000));
    // The person of the directory is inside an account that was none of theirs.
    const inside = (await enter('p2')).body.access_token;
    without('p3');
    await sync();
    expect(await locked()).toEqual(['left']);
    expect((await call('DELETE', '/ldap-migration/import')).status).toBe(204);
    const states = [inside, untouched].map(async (one) =>
      pairs.server.request('GET', '/v1/users/self', { token: one }),
    );
    expect((await Promise.all(states)).map(({ status }) => status)).toEqual([401, 200]);
    expect(await locked()).toEqual([]);
  });

  it('are not opened when somebody has locked them by hand, also after an opening by hand [T-7.114]', async () => {
    await take(rows('bblum;x;p2'));
    const lock = (is_locked: boolean) =>
      pairs.server.test.database.kysely
        .updateTable('users')
        .set({ is_locked })
        .where('school_id', '=', pairs.school.id)
        .where('username', '=', 'bblum')
        .execute();
    without('p2');
    await sync();
    await lock(false);
    pairs.peer.entries = toPeerEntries(ENTRIES);
    await sync();
    await lock(true);
    expect((await sync()).body.data).toMatchObject({ gone_count: 0, back_count: 0 });
    expect(await locked()).toEqual(['bblum']);
    // Nor after an opening by this.
    await lock(false);
    without('p2');
    await sync();
    pairs.peer.entries = toPeerEntries(ENTRIES);
    expect((await sync()).body.data.back_count).toBe(1);
    await lock(true);
    expect((await sync()).body.data.back_count).toBe(0);
  });

  it('are those in use: an archived one is nobody’s, and its person of the directory is free again [T-7.114] [T-7.117]', async () => {
    const { kysely } = pairs.server.test.database;
    await take(rows('p1;x;p1', 'bblum;x;p2'));
    await kysely
      .updateTable('users')
      .set({ deleted_at: pairs.server.clock.now().toISOString() })
      .where('school_id', '=', pairs.school.id)
      .where('username', 'in', ['p1', 'bblum'])
      .execute();
    expect((await sync({ is_dry_run: true })).body.data).toMatchObject({ connected: 0, gone_count: 0 });
    const list = await generate();
    expect(list.counts).toEqual({ connected: 0, sure: 0, alike: 0, doubtful: 1, nobody: 3 });
    expect((await take(rows('left;x;p1'))).body.data).toMatchObject({ connected: 1, refused_count: 0 });
    const inside = await enter('p1');
    const self = await pairs.server.request('GET', '/v1/users/self', { token: inside.body.access_token });
    expect(self.body.data.username).toBe('left');
    // Of the other archived one nothing was said.
    const kept = await kysely
      .selectFrom('auth_driver_people')
      .select('subject')
      .where('school_id', '=', pairs.school.id)
      .orderBy('subject')
      .execute();
    expect(kept.map(({ subject }) => subject)).toEqual(['p1', 'p2']);
  });

  it('stay as they are while the directory does not answer', async () => {
    await take(rows('p1;x;p1'));
    pairs.peer.shows = null;
    expect((await sync()).body.error.code).toBe('auth_service_unreachable');
    expect(await locked()).toEqual([]);
  });
});
