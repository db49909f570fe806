import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLink } from '../../../tests/support/links.ts';
import { buildSchool, buildUser, signIn } from '../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { createPasswordReset } from './features/auth/index.ts';
import { tidy } from './housekeeping.ts';
import { toJsonText } from './kernel/data/json.ts';
import { createLocalStore, type FileStore, own, putUnowned } from './kernel/files/index.ts';
import { silentLog } from './kernel/log.ts';

let server: TestServer;
let temporaryFolder: string;
let store: FileStore;

beforeAll(async () => {
  server = await startTestServer({ env: { KREIDE_ROLE: 'web', DATABASE_URL: 'postgresql://given/by-the-test' } });
  temporaryFolder = await mkdtemp(join(tmpdir(), 'kreide-forms-'));
  store = await createLocalStore(join(server.dataFolder, 'files'), server.clock.now());
});
afterAll(async () => {
  await server.stop();
  await rm(temporaryFolder, { recursive: true });
});

describe('every night', () => {
  it('expired rows go and rows in use stay', async () => {
    const { database, clock, features } = server.server;
    const { kysely } = server.test.database;
    const school = await buildSchool(kysely, 'amsel');
    await buildUser(kysely, school.id, 'ada', 'STUDENT');
    const token = await signIn(server, 'amsel', 'ada');
    const old = '2026-10-01T00:00:00Z';
    const fresh = clock.now().toISOString();
    await kysely.updateTable('sessions').set({ refresh_expires_at: old }).execute();
    const kept = await signIn(server, 'amsel', 'ada');
    for (const [serial, keep_until] of [
      [1, '2026-11-17'],
      [2, '2026-11-18'],
    ] as const)
      await kysely
        .insertInto('kept_invoices')
        .values({ year: 2016, serial, school: 'x', issued_on: '2016-01-01', content: toJsonText({}), keep_until })
        .execute();
    for (const [key, at] of [
      ['old', old],
      ['fresh', fresh],
    ] as const) {
      await kysely
        .insertInto('sign_in_failures')
        .values({ scope: 'user', key_hash: Buffer.from(key), failures: 3, previous_at: at, last_at: at })
        .execute();
      await kysely
        .insertInto('idempotency_keys')
        .values({ school_id: school.id, user_id: 1, key, fingerprint: Buffer.from(key), status: 200, created_at: at })
        .execute();
      await kysely
        .insertInto('timetable_uploads')
        .values({ school_id: school.id, state: 'READY', parsed: Buffer.from('x'), created_at: at })
        .execute();
      await kysely
        .insertInto('user_imports')
        .values({ school_id: school.id, source: 'list', state: 'READY', records: Buffer.from('x'), created_at: at })
        .execute();
    }
    for (const created_at of [old, fresh]) {
      const file = { name: 'a', mime: 'text/plain', size: 1, sha256: Buffer.from('a'), is_kept: false, created_at };
      await kysely
        .insertInto('files')
        .values({ school_id: school.id, ...file })
        .execute();
    }
    const ben = await buildUser(kysely, school.id, 'ben', 'STUDENT');
    for (const at of ['2026-01-08T00:00:00Z', '2026-12-31T00:00:00Z'])
      await kysely
        .insertInto('activation_keys')
        .values({
          school_id: school.id,
          kind: 'account',
          user_id: ben.id,
          code_hash: Buffer.from(at),
          sealed_code: Buffer.from(at),
          created_at: fresh,
          expires_at: at,
        })
        .execute();
    const parent = await buildUser(kysely, school.id, 'parent', 'PARENT');
    for (const owner of [ben, parent])
      await kysely
        .insertInto('subscriptions')
        .values({
          school_id: school.id,
          owner_id: owner.id,
          user_id: ben.id,
          language: 'de',
          secret_hash: Buffer.from(owner.username),
          created_at: fresh,
        })
        .execute();
    for (const deleted_at of [old, fresh]) await buildLink(kysely, school.id, { deleted_at });
    for (const at of ['2026-01-08T00:00:00Z', fresh])
      await kysely
        .insertInto('day_messages')
        .values({ school_id: school.id, date: at.slice(0, 10), text: 'Wandertag', updated_at: at })
        .execute();
    for (const [child, at] of [
      [ben, old],
      [await buildUser(kysely, school.id, 'cem', 'STUDENT'), '2027-01-01T00:00:00Z'],
    ] as const) {
      const owner = { school_id: school.id, user_id: child.id };
      await kysely
        .insertInto('checked_childs')
        .values({ ...owner, parent_id: parent.id, expires_at: at })
        .execute();
      await kysely
        .insertInto('personal_archives')
        .values({ ...owner, created_by: child.id, created_at: at, expires_at: at })
        .execute();
      await kysely
        .insertInto('passkey_challenges')
        .values({ challenge_hash: Buffer.from(at), purpose: 'sign-in', expires_at: at })
        .execute();
      await kysely
        .insertInto('applications')
        .values({
          school_id: school.id,
          type: 'STUDENT',
          firstname: 'Nika',
          lastname: 'Neu',
          locale: 'de',
          email: `${child.username}@home.example`,
          created_at: old,
          expires_at: at,
        })
        .execute();
      await kysely
        .insertInto('child_requests')
        .values({
          school_id: school.id,
          parent_id: parent.id,
          firstname: 'Nika',
          lastname: 'Neu',
          created_at: old,
          expires_at: at,
        })
        .execute();
      await kysely
        .insertInto('email_changes')
        .values({ ...owner, email: 'a@b.example', token_hash: Buffer.from(at), created_at: at, expires_at: at })
        .execute();
      await kysely
        .insertInto('auth_driver_requests')
        .values({
          school_id: school.id,
          relay_hash: Buffer.from(at),
          uuid: randomUUID(),
          request_id: '_1',
          version: fresh,
          expires_at: at,
        })
        .execute();
      await kysely
        .insertInto('auth_driver_proposals')
        .values({ ...owner, subject: at, uuid: randomUUID(), by: 'CLASS', created_at: at })
        .execute();
      await kysely
        .insertInto('auth_driver_told')
        .values({ school_id: school.id, jti_hash: Buffer.from(at), expires_at: at })
        .execute();
      await kysely
        .insertInto('second_steps')
        .values({
          ...owner,
          token_hash: Buffer.from(at),
          expires_at: at,
          stay_logged_in: false,
          is_native: false,
          keeps_device: false,
          is_known_device: false,
        })
        .execute();
    }
    for (const day of ['2024-10-01', fresh.slice(0, 10)])
      await kysely
        .insertInto('two_factor_keys')
        .values({ id_hash: day, sealed: Buffer.from(day), asked_on: day })
        .execute();
    const teacher = await kysely
      .insertInto('teachers')
      .values({ school_id: school.id, shortcut: 'Krn', source: 'manual' })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const day of ['2025-10-01', '2026-10-01'])
      await kysely
        .insertInto('desk_absences')
        .values({ school_id: school.id, teacher_id: teacher.id, begins_at: day, ends_at: day, created_at: fresh })
        .execute();
    for (const publish_at of [old, fresh])
      await kysely
        .insertInto('desk_publications')
        .values({ school_id: school.id, date: publish_at.slice(0, 10), publish_at, set_at: old })
        .execute();
    const tenant = { school_id: school.id, is_on: true, passes: [], sealed_salt: Buffer.alloc(1) };
    await kysely
      .insertInto('identity_tenants')
      .values({ ...tenant, created_at: fresh, updated_at: fresh })
      .execute();
    for (const ends_at of [old, null])
      await kysely
        .insertInto('identity_keys')
        .values({ school_id: school.id, kid: `${ends_at}`, sealed_key: Buffer.alloc(1), created_at: old, ends_at })
        .execute();
    for (const [key, expires_at] of [
      ['00000000-0000-4000-8000-000000000001', '2026-10-01T00:00:00Z'],
      ['00000000-0000-4000-8000-000000000002', '2027-10-01T00:00:00Z'],
    ] as const)
      await kysely
        .insertInto('identity_artifacts')
        .values({ school_id: school.id, kind: 'Interaction', key, payload: toJsonText({}), expires_at })
        .execute();
    const parts = { database, store, clock, features: features.all, temporaryFolder, log: silentLog };
    const counts = {
      desk_absences: 1,
      desk_publications: 1,
      sessions: 1,
      links: 0,
      steps: 1,
      challenges: 1,
      email_changes: 1,
      'checked codes': 1,
      'changes of many people': 0,
      applications: 1,
      child_requests: 1,
      'sealed codes': 1,
      senders: 0,
      failures: 1,
      answers: 1,
      uploads: 1,
      planFiles: 0,
      year_changes: 0,
      year_change_people: 0,
      user_imports: 1,
      jobs: 0,
      forms: 0,
      'contents of nobody': 0,
      subscriptions: 1,
      notification_runs: 0,
      calendar_due_reminders: 0,
      calendar_imports: 0,
      parents_evenings: 0,
      planner_versions: 0,
      archives: 1,
      files: 1,
      file_uploads: 0,
      kept: 0,
      kept_invoices: 1,
      push_deliveries: 0,
      school_links: 1,
      service_proposals: 1,
      service_requests: 1,
      service_told: 1,
      day_messages: 1,
      conferences: 0,
      content_moves: 0,
      faq_misses: 0,
      connector_runs: 0,
      readings: 0,
      ended_sign_ins: 0,
      grants: 0,
      identity_keys: 1,
      sign_ins_elsewhere: 1,
      feedback: 0,
      leads: 0,
      lesson_tasks: 0,
      referrals: 0,
      surveys: 0,
      unsent_surveys: 0,
      message_reports: 0,
      planner_booklets: 0,
      letter_runs: 0,
      classbook_exports: 0,
      cloud_files: 0,
      cloud_dav_locks: 0,
      cloud_locks: 0,
      cloud_versions: 0,
      'two-factor keys': 1,
    };
    expect(await tidy(parts)).toEqual(counts);
    expect(await tidy(parts)).toEqual({
      ...counts,
      identity_keys: 0,
      sessions: 0,
      steps: 0,
      challenges: 0,
      email_changes: 0,
      'checked codes': 0,
      'changes of many people': 0,
      applications: 0,
      child_requests: 0,
      'sealed codes': 0,
      failures: 0,
      answers: 0,
      uploads: 0,
      user_imports: 0,
      archives: 0,
      kept_invoices: 0,
      files: 0,
      subscriptions: 0,
      school_links: 0,
      service_proposals: 0,
      service_requests: 0,
      service_told: 0,
      sign_ins_elsewhere: 0,
      day_messages: 0,
      desk_absences: 0,
      desk_publications: 0,
      'two-factor keys': 0,
    });
    expect(token).not.toBe(kept);
    expect((await server.request('GET', '/v1/users/self', { token: kept })).status).toBe(200);
  });

  it('one-time links go when their time is over, used or not; one that still holds can be used', async () => {
    const { database, clock, features } = server.server;
    const { kysely } = server.test.database;
    const school = await buildSchool(kysely, 'star');
    const make = async (username: string, seconds: number) => {
      const user = await buildUser(kysely, school.id, username, 'TEACHER');
      return createPasswordReset(kysely, { school_id: school.id, id: user.id }, seconds, clock.now());
    };
    await make('short', 3600);
    const used = await make('used', 3600);
    const holding = await make('holding', 7 * 24 * 3600);
    const confirm = (token: string) =>
      server.request('POST', '/v1/auth/password-reset/confirm', {
        body: { token, password: 'neues Passwort', password_confirmation: 'neues Passwort' },
      });
    expect((await confirm(used)).status).toBe(200);
    const parts = { database, store, clock, features: features.all, temporaryFolder, log: silentLog };
    expect((await tidy(parts)).links).toBe(0);
    server.clock.advance(2 * 3600 * 1000);
    expect((await tidy(parts)).links).toBe(2);
    expect((await confirm(holding)).status).toBe(200);
  });

  it('jobs that were given up go after a month, and the files of forms that were cut off after a day', async () => {
    const { database, clock, features } = server.server;
    const jobs = sql.table('graphile_worker._private_jobs');
    for (const key of ['old', 'fresh', 'waiting']) {
      await sql`select graphile_worker.add_job('test:nobody', job_key := ${key}, max_attempts := 1)`.execute(
        database.kysely,
      );
    }
    await sql`update ${jobs} set attempts = 1, last_error = 'no' where key in ('old', 'fresh')`.execute(
      database.kysely,
    );
    await sql`update ${jobs} set updated_at = now() - interval '31 days' where key in ('old', 'waiting')`.execute(
      database.kysely,
    );
    for (const [name, hours] of [
      ['old', 25],
      ['fresh', 23],
    ] as const) {
      await mkdir(join(temporaryFolder, name));
      await writeFile(join(temporaryFolder, name, 'half'), 'a file');
      const changedAt = new Date(clock.now().getTime() - hours * 3600 * 1000);
      await utimes(join(temporaryFolder, name), changedAt, changedAt);
    }
    const parts = { database, store, clock, features: features.all, temporaryFolder, log: silentLog };
    expect(await tidy(parts)).toMatchObject({ jobs: 1, forms: 1 });
    expect(await readdir(temporaryFolder)).toEqual(['fresh']);
    const { rows } = await sql<{ key: string }>`select key from ${jobs} where key is not null order by id`.execute(
      database.kysely,
    );
    expect(rows.map(({ key }) => key)).toEqual(['fresh', 'waiting']);
    expect(await tidy({ ...parts, temporaryFolder: join(temporaryFolder, 'none') })).toMatchObject({ forms: 0 });
  });

  it('contents go after a day if no row came to own them, and stay while one may come or has come', async () => {
    const { database, clock, features } = server.server;
    const { kysely } = server.test.database;
    const now = clock.now();
    const put = async (hours: number) => {
      const [uuid, at] = [randomUUID(), new Date(now.getTime() - hours * 3600 * 1000)];
      await putUnowned(kysely, store, { uuid, content: Readable.from([Buffer.from('x')]), maxBytes: 1, now: at });
      return uuid;
    };
    const [old, fresh, owned] = [await put(24.1), await put(23.9), await put(24.1)];
    await own(kysely, [owned]);
    const parts = { database, store, clock, features: features.all, temporaryFolder, log: silentLog };
    expect(await tidy(parts)).toMatchObject({ 'contents of nobody': 1 });
    expect(await Promise.all([old, fresh, owned].map((uuid) => store.has(uuid)))).toEqual([false, true, true]);
    expect(await tidy(parts)).toMatchObject({ 'contents of nobody': 0 });
  });
});
