import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import {
  type Importing,
  readPeopleTables,
  revertPeople,
  savePeople,
  settledRun,
  uploadPeople,
} from '../../../../../tests/support/people-imports.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { writeNotifications } from '../channels/index.ts';
import { finishUndo } from './undoing.ts';

let server: TestServer;
let school: BuiltSchool;
let importing: Importing;
let admin: number;
let schools = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  schools += 1;
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, `undoing-${schools}`);
  admin = (await buildUser(kysely, school.id, 'admin', 'ADMIN')).id;
  importing = { server, token: await signIn(server, school.slink, 'admin'), schoolId: school.id };
});

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.test.database.pool.query(text, values)).rows as Row[];
const list = (people: number) => [
  'ID;Nachname;Vorname;Klasse',
  ...Array.from({ length: people }, (_, at) => `${at};Kind${at};Toni;5a`),
];
const call = (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown) =>
  server.request(method, `/v1/schools/${school.id}/${path}`, {
    token: importing.token,
    ...(body === undefined ? {} : { body }),
  });
const saved = async (people: number) => savePeople(importing, await uploadPeople(importing, list(people)));

describe('an import that is being taken back', () => {
  it('is ordered once however often it is said, and lets nobody save meanwhile', async () => {
    const former = await saved(2);
    const before = await readPeopleTables(server);
    const run = await saved(3);
    const next = await uploadPeople(importing, list(4));
    const queue = `user-import:${school.id}`;
    await query(
      `insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by) values ($1, now(), 'held')
       on conflict (queue_name) do update set locked_at = now(), locked_by = 'held'`,
      [queue],
    );
    const answers = await Promise.all([1, 2, 3].map(() => call('PUT', `bulks/${run.id}/revert`)));
    expect(answers.map(({ status, body }) => body.error?.code ?? status).toSorted()).toEqual([
      200,
      'import_busy',
      'import_busy',
    ]);
    const jobs = await query(
      `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'user-import:undo' and (j.payload ->> 'school_id')::int = $1`,
      [school.id],
    );
    expect(jobs).toHaveLength(1);
    expect((await call('GET', `bulks/${run.id}`)).body.data).toMatchObject({
      state: 'UNDOING',
      progress: 0,
      can: { undo: 0, resume: 0 },
    });
    // The one before it is not the newest until this one is gone.
    expect((await call('PUT', `bulks/${former.id}/revert`)).body.error.code).toBe('superseded');
    const choices = { archive_missing: false, many_missing: false };
    expect((await savePeople(importing, next, choices)).code).toBe('import_busy');
    await query(
      `update graphile_worker._private_job_queues set locked_at = null, locked_by = null where queue_name = $1`,
      [queue],
    );
    await vi.waitFor(
      async () =>
        expect((await call('GET', `bulks/${run.id}`)).body.data).toMatchObject({ state: 'UNDONE', progress: 100 }),
      { timeout: 30_000 },
    );
    expect(await readPeopleTables(server)).toEqual(before);
  });

  it('says how far it is, goes on when the server looks after an outage, and keeps of many only whom somebody needs', async () => {
    const run = await saved(1100);
    // Somebody refers to one of the accounts, so that it stays, archived; all others go.
    const [kept] = await query<{ id: number }>(`select id from users where school_id = $1 and lastname = 'Kind600'`, [
      school.id,
    ]);
    await query(
      `insert into contact_persons (school_id, place, name, user_id, updated_at) values ($1, 0, '', $2, now())`,
      [school.id, kept?.id],
    );
    await query(`update user_imports set state = 'UNDOING', progress = 0 where school_id = $1 and id = $2`, [
      school.id,
      run.id,
    ]);
    expect((await call('GET', `bulks/${run.id}`)).body.data.can.resume).toBe(1);
    const client = await server.test.database.pool.connect();
    try {
      // The last of what it writes waits.
      await client.query('begin; lock table grades in share mode');
      await query(`select graphile_worker.add_job('user-import:resume', '{}'::json)`);
      await vi.waitFor(
        async () => expect((await call('GET', `bulks/${run.id}`)).body.data.progress).toBeGreaterThan(90),
        { timeout: 30_000 },
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await settledRun(importing)).toMatchObject({ id: run.id, state: 'UNDONE', kept_count: 1 });
    expect(await query(`select lastname from users where school_id = $1 and role <> 'ADMIN'`, [school.id])).toEqual([
      { lastname: 'Kind600' },
    ]);
  });

  it('takes back from parents what they were told about children whom they lose with it, and from nobody else', async () => {
    const lines = [
      'Nachname;Vorname;Geburtsdatum;Klasse;Erzieher 1: Nachname;Erzieher 1: Vorname;Erzieher 1: E-Mail',
      'Adler;Ava;01.02.2014;5a;Adler;Uta;uta@home.example',
      'Berger;Ben;01.02.2014;5a;Berger;Udo;udo@home.example',
    ];
    const run = await savePeople(importing, await uploadPeople(importing, lines));
    // Somebody who has signed in stays.
    await query(`update users set state = 'ACTIVE', password_hash = 'x' where school_id = $1 and id <> $2`, [
      school.id,
      admin,
    ]);
    const [link, other] = await query<{ user_id: number; parent_id: number }>(
      'select user_id, parent_id from user_parents where school_id = $1 order by id',
      [school.id],
    );
    if (!link || !other) throw new Error('no parents were made');
    const told = { target_type: 'account', target_id: null, target_snapshot: { name: 'x', by: null } } as const;
    await writeNotifications(
      server.test.database.kysely,
      school.id,
      [link.user_id, null, other.user_id].map((named_id) => ({ ...told, content: 'x', named_id })),
      [
        { user_id: link.parent_id, text: 0, actions: [] },
        { user_id: link.parent_id, text: 1, actions: [] },
        { user_id: link.parent_id, text: 2, actions: [] },
        { user_id: other.parent_id, text: 2, actions: [] },
        { user_id: admin, text: 0, actions: [] },
      ],
      server.clock.now(),
    );
    const changesOf = () =>
      query<{ change_seq: number }>(
        `select change_seq from chats join channels on channels.id = channel_id
          where channels.school_id = $1 and owner_id = any($2) order by owner_id`,
        [school.id, [link.parent_id, other.parent_id]],
      );
    const changes = await changesOf();
    expect(await revertPeople(importing, run)).toMatchObject({ state: 'UNDONE' });
    const left = await query(
      `select owner_id, named_id from messages join chats on chats.id = chat_id join channels on channels.id = channel_id
        where messages.school_id = $1 and messages.type = 'NC_EVENT' order by named_id`,
      [school.id],
    );
    // What a parent was told of another child is that parent's, whoever is linked with the child.
    expect(left).toEqual([
      { owner_id: admin, named_id: link.user_id },
      { owner_id: link.parent_id, named_id: other.user_id },
      { owner_id: link.parent_id, named_id: null },
    ]);
    // Their apps hear of it.
    expect(await changesOf()).toEqual(changes.map(({ change_seq }) => ({ change_seq: Number(change_seq) + 1 })));
  });

  it('ends all links of its people at once, however many they are', async () => {
    const head = 'ID;Nachname;Vorname;Klasse;Erzieher 1: Nachname;Erzieher 1: Vorname;Erzieher 1: E-Mail';
    const rows = [1, 2, 3].map((at) => `${at};Kind;Toni${at};5a;Eltern;Uta${at};uta${at}@home.example`);
    const run = await savePeople(importing, await uploadPeople(importing, [head, ...rows]));
    const links = await query<{ parent_id: number; user_id: number }>(
      'select parent_id, user_id from user_parents where school_id = $1',
      [school.id],
    );
    expect(links).toHaveLength(3);
    await query(`update user_imports set state = 'UNDOING' where id = $1`, [run.id]);
    const unlinked = vi.fn();
    const { kysely } = server.test.database;
    await finishUndo(
      { kysely, clock: server.clock, planChanged: vi.fn(), unlinked },
      { school_id: school.id, id: run.id },
    );
    expect(unlinked.mock.calls).toEqual([
      [expect.anything(), school.id, expect.arrayContaining(links), expect.any(Date)],
    ]);
  });

  it('goes on when somebody says so, in the name of who ordered it, and is over once', async () => {
    const run = await saved(2);
    const { kysely } = server.test.database;
    expect((await call('PUT', `bulks/${run.id}/revert`)).body.data.state).toBe('UNDOING');
    await settledRun(importing);
    const written = () =>
      query(
        `select distinct user_id from audit_log where school_id = $1 and action = 'user-import.person' and after is null`,
        [school.id],
      );
    expect(await written()).toEqual([{ user_id: admin }]);
    const [planChanged, unlinked] = [vi.fn(), vi.fn()];
    const finish = () =>
      finishUndo({ kysely, clock: server.clock, planChanged, unlinked }, { school_id: school.id, id: run.id });
    await finish();
    expect(planChanged).not.toHaveBeenCalled();
    const begin = () => query(`update user_imports set state = 'UNDOING' where id = $1`, [run.id]);
    await begin();
    await finish();
    expect(planChanged.mock.calls).toEqual([[school.id]]);
    await begin();
    expect((await call('PUT', `bulks/${run.id}/resume`, {})).status).toBe(200);
    await vi.waitFor(async () => expect((await call('GET', `bulks/${run.id}`)).body.data.state).toBe('UNDONE'), {
      timeout: 30_000,
    });
    // A change of school year is taken back by those alone who may change it.
    await query(`update user_imports set state = 'SAVED', comparison = '{}' where id = $1`, [run.id]);
    const rule = { school_id: school.id, user_id: admin, permission: 'change-schoolyear' as const };
    await kysely
      .insertInto('user_permissions')
      .values({ ...rule, is_allowed: false })
      .execute();
    importing = { ...importing, token: await signIn(server, school.slink, 'admin') };
    expect((await call('PUT', `bulks/${run.id}/revert`)).body.error?.code).toBe('forbidden');
  });

  it('is tried out in the background with progress, ends with nothing changed, and goes on after an outage', async () => {
    const run = await saved(40);
    const before = await readPeopleTables(server);
    const client = await server.test.database.pool.connect();
    const shown = async () => (await call('GET', `bulks/${run.id}/revert`)).body;
    expect((await shown()).error.code).toBe('not_found');
    try {
      // The last of what it writes waits.
      await client.query('begin; lock table grades in share mode');
      const asked = await call('POST', `bulks/${run.id}/revert`);
      expect(asked.body.data, asked.text).toEqual({ progress: 0, is_stalled: 0, people: null });
      await vi.waitFor(
        async () => expect((await shown()).data).toMatchObject({ progress: 99, is_stalled: 0, people: null }),
        { timeout: 30_000 },
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
    const whole = () =>
      vi.waitFor(async () => expect((await shown()).data).toMatchObject({ progress: 100, is_stalled: 0 }), {
        timeout: 30_000,
      });
    await whole();
    expect((await shown()).data.people).toHaveLength(40);
    expect(await readPeopleTables(server)).toEqual(before);
    await query(`update user_imports set trial_progress = 40, trial = null where id = $1`, [run.id]);
    expect((await shown()).data).toEqual({ progress: 40, is_stalled: 1, people: null });
    await query(`select graphile_worker.add_job('user-import:resume', '{}'::json)`);
    await whole();
    // Of whom it told is forgotten with the import.
    await call('PUT', `bulks/${run.id}/revert`);
    expect((await settledRun(importing)).state).toBe('UNDONE');
    expect(await query(`select trial from user_imports where id = $1`, [run.id])).toEqual([{ trial: null }]);
    expect((await shown()).error.code).toBe('already_undone');
  });
});
