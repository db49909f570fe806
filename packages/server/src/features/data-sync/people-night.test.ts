import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withPairedSchool } from '../../../../../tests/support/paired-school.ts';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { crowd, ENTRIES, toPeerEntries } from '../../../../../tests/support/people-directory.ts';
import {
  type Importing,
  linesOf,
  revertPeople,
  savePeople,
  settledRun,
  uploadPeople,
} from '../../../../../tests/support/people-imports.ts';

const pairs = withPairedSchool();
const { call, askAs } = pairs;
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 100 });
const run = async (text: string, values: unknown[] = []) =>
  (await pairs.server.test.database.pool.query(text, values)).rows;

let importing: Importing;
/** Everybody of the directory is here, as somebody has read and saved them by hand; then nights are switched on. */
beforeEach(async () => {
  pairs.peer.entries = toPeerEntries([...ENTRIES, ...crowd(30)]);
  await renew();
  expect((await call('POST', '/data-sync')).status).toBe(200);
  await settledRun(importing);
  const keys = (await linesOf(importing, '?kind=ambiguous')).map(({ key }) => key);
  if (keys.length > 0) expect((await call('POST', '/csv-users/import-users', { keys })).status).toBe(200);
  const saved = await savePeople(importing, await settledRun(importing), { accept_classes: ['5a', '7b', '9z'] });
  expect(saved.state).toBe('SAVED');
  const { due_at, is_on } = (await call('PUT', '/data-sync/nightly', { is_on: true })).body.data.people_nightly;
  expect({ is_on, due_at }).toEqual({ is_on: true, due_at: expect.stringMatching(/T0[12]:/) });
});

async function renew(): Promise<void> {
  await askAs('admin');
  const token = await signIn(pairs.server, pairs.school.slink, 'admin');
  importing = { server: pairs.server, token, schoolId: pairs.school.id };
}
const readings = async () => (await call('GET', '/data-sync/readings')).body.data;
/** The next night comes, and ends. */
async function sleep() {
  const before = (await readings()).length;
  const { due_at } = (await call('GET', '/auth-driver/sources')).body.data.people_nightly;
  pairs.server.clock.set(new Date(due_at));
  await renew();
  await run("select graphile_worker.add_job('data-sync:nights-due', '{}')");
  await eventually(async () => expect((await readings()).length).toBe(before + 1));
  await settledRun(importing);
  return (await readings())[0];
}
const told = async () =>
  (
    await run("select content from messages where school_id = $1 and content like 'Personen aus dem Verzeichnis%'", [
      pairs.school.id,
    ])
  ).map(({ content }) => content as string);
const others = (...uids: string[]) =>
  toPeerEntries([...ENTRIES, ...crowd(40)]).filter(({ attributes }) => {
    const uid = `${attributes.uid?.[0]}`;
    return !/^c3\d$/.test(uid) || uids.includes(uid);
  });
const called = async (lastname: string) =>
  run('select firstname from users where school_id = $1 and lastname = $2 and deleted_at is null', [
    pairs.school.id,
    lastname,
  ]);

describe('people who are read every night', () => {
  it('are saved where nothing is to be asked, nobody is archived, and it is taken back like every import [T-7.129]', async () => {
    expect(await sleep()).toMatchObject({ outcome: 'done', reason: null, import_id: null, added: 0, changed: 0 });
    // Nothing had changed: what was saved last can still be taken back.
    expect(
      (await run("select 1 from user_imports where school_id = $1 and state = 'SAVED'", [pairs.school.id])).length,
    ).toBe(1);
    pairs.peer.entries = others('c30')
      .filter(({ attributes }) => attributes.uid?.[0] !== 'c0')
      .map((entry) =>
        entry.attributes.uid?.[0] === 'c1'
          ? { ...entry, attributes: { ...entry.attributes, sn: ['Umbenannt'] } }
          : entry,
      );
    const night = await sleep();
    expect(night).toMatchObject({ outcome: 'done', reason: null, added: 1, changed: 1, import_id: expect.any(Number) });
    const saved = await settledRun(importing);
    expect(saved).toMatchObject({ id: night.import_id, state: 'SAVED', source: 'directory' });
    expect([await called('Last30'), await called('Umbenannt'), await called('Last1'), await called('Last0')]).toEqual([
      [{ firstname: 'First30' }],
      [{ firstname: 'First1' }],
      [],
      [{ firstname: 'First0' }],
    ]);
    const log = await run(
      "select distinct origin, user_id from audit_log where school_id = $1 and origin <> 'visitor' and at > $2",
      [pairs.school.id, new Date(Date.parse(night.at) - 60_000)],
    );
    expect(log).toEqual([{ origin: 'system', user_id: null }]);
    expect(await told()).toEqual([]);
    expect(await run('select uuid from unowned_contents')).toEqual([]);
    expect((await revertPeople(importing, saved)).state).toBe('UNDONE');
    expect([await called('Last30'), await called('Last1')]).toEqual([[], [{ firstname: 'First1' }]]);
    // Whoever takes it back does not want it again the next morning.
    expect(await sleep()).toMatchObject({ outcome: 'waits', reason: 'taken_back', added: 1 });
    expect(await called('Last30')).toEqual([]);
    expect(await told()).toEqual([expect.stringContaining('wurde zurückgenommen')]);
  });

  it('wait for somebody when more than a fifth would change; administrators are told once, until it is well again [T-7.129]', async () => {
    const before = await run('select count(*) from users where school_id = $1', [pairs.school.id]);
    pairs.peer.entries = toPeerEntries([...ENTRIES, ...crowd(40)]);
    expect(await sleep()).toMatchObject({ outcome: 'waits', reason: 'many', added: 10 });
    expect(await sleep()).toMatchObject({ outcome: 'waits', reason: 'many', added: 10 });
    expect(await run('select count(*) from users where school_id = $1', [pairs.school.id])).toEqual(before);
    expect(await told()).toEqual([expect.stringContaining('mehr als ein Fünftel: 10 neu')]);
    const waiting = await settledRun(importing);
    expect(waiting).toMatchObject({ state: 'READY', counts: { new: 10 } });
    expect((await savePeople(importing, waiting)).state).toBe('SAVED');
    const log = await run(
      "select distinct a.origin from audit_log a join user_import_changes c on c.school_id = a.school_id and c.user_id::text = a.entity_id where a.school_id = $1 and a.entity = 'users' and c.import_id = $2 and a.origin <> 'visitor'",
      [pairs.school.id, waiting.id],
    );
    expect(log).toEqual([{ origin: 'session' }]);
    expect(await sleep()).toMatchObject({ outcome: 'done', added: 0 });
    pairs.peer.shows = null;
    expect(await sleep()).toMatchObject({ outcome: 'failed', reason: 'auth_service_unreachable', import_id: null });
    await run(
      "update data_sync_sources set sources = jsonb_set(sources, '{0,base_dn}', '\"ou=gone\"') where school_id = $1",
      [pairs.school.id],
    );
    pairs.peer.shows = 'good';
    expect(await sleep()).toMatchObject({ outcome: 'failed', reason: 'place' });
    expect(await told()).toHaveLength(3);
  });

  it('wait where somebody has to say who a person is, and no open import of anybody is dropped for them [T-7.129]', async () => {
    const { id } = await buildUser(pairs.server.test.database.kysely, pairs.school.id, 'twin', 'STUDENT');
    await run("update users set lastname = 'Last30', firstname = 'First30' where id = $1 and school_id = $2", [
      id,
      pairs.school.id,
    ]);
    pairs.peer.entries = others('c30');
    expect(await sleep()).toMatchObject({ outcome: 'waits', reason: 'questions', questions: 1 });
    const [doubt] = await linesOf(importing, '?kind=ambiguous');
    expect((await call('POST', '/csv-users/import-users', { keys: [doubt?.key] })).status).toBe(200);
    const decided = await settledRun(importing);
    // Somebody has begun to decide.
    expect(await sleep()).toMatchObject({ outcome: 'failed', reason: 'import_open' });
    expect(await settledRun(importing)).toMatchObject({ id: decided.id, state: 'READY' });
    const own = await uploadPeople(importing, ['Nachname;Vorname;Klasse', 'Groß;Zoë;5a']);
    expect(await sleep()).toMatchObject({ outcome: 'failed', reason: 'import_open' });
    expect(await settledRun(importing)).toMatchObject({ id: own.id, state: 'READY' });
    expect(await told()).toHaveLength(2);
    expect((await call('GET', '/csv-users/status')).body.data.source).toBe('list');
  });

  it('are not read while the directory is switched off, nor once it is not wanted any more [T-7.129]', async () => {
    const { due_at } = (await call('GET', '/auth-driver/sources')).body.data.people_nightly;
    const looked = async () => {
      await run("select graphile_worker.add_job('data-sync:nights-due', '{}')");
      const jobs = `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier like 'data-sync:night%'`;
      await eventually(async () => expect(await run(jobs)).toEqual([]));
    };
    const { searches } = pairs.peer;
    await run('update auth_drivers set is_on = false where school_id = $1', [pairs.school.id]);
    pairs.server.clock.set(new Date(due_at));
    await renew();
    expect((await call('GET', '/auth-driver/sources')).body.data.people_nightly).toEqual({ is_on: true, due_at: null });
    await looked();
    await run('update auth_drivers set is_on = true where school_id = $1', [pairs.school.id]);
    expect((await call('PUT', '/data-sync/nightly', { is_on: false })).body.data.people_nightly.is_on).toBe(false);
    await run('update data_sync_nights set due_at = $2 where school_id = $1', [pairs.school.id, due_at]);
    await looked();
    await run("select graphile_worker.add_job('data-sync:night-people', json_build_object('school_id', $1::bigint))", [
      pairs.school.id,
    ]);
    await looked();
    expect([await readings(), await told(), pairs.peer.searches - searches]).toEqual([[], [], 0]);
    await call('PUT', '/auth-driver/sources', {
      sources: [],
      updated_at: (await call('GET', '/auth-driver/sources')).body.data.updated_at,
    });
    expect((await call('PUT', '/data-sync/nightly', { is_on: true })).body.error.code).toBe('no_sync_sources');
  });
});
