import type { Upload } from '@kreide/core/features/timetable-import';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAN_HEAD, publishPlan, publishUpload, uploadPlan } from '../../../../../tests/support/imports.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let admin: string;
let colleague: string;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, 'amsel');
  for (const name of ['admin', 'colleague']) await buildUser(kysely, school.id, name, 'ADMIN');
  const other = await buildSchool(kysely, 'drossel');
  await buildUser(kysely, other.id, 'stranger', 'ADMIN');
  admin = await signIn(server, 'amsel', 'admin');
  colleague = await signIn(server, 'amsel', 'colleague');
});
afterAll(() => server.stop());

const lessons = (room: string) => [
  PLAN_HEAD,
  ...Array.from({ length: 10 }, (_, index) => `${index + 1};10b;Bg;MA;${room};${1 + (index % 5)};${index + 1}`),
];
const ask = async (path: string, by = admin) => server.request('GET', `/v1/timetable-service/${path}`, { token: by });
const publish = (upload: Pick<Upload, 'uuid'>, revision: number | undefined) =>
  server.request('POST', `/v1/timetable-service/uploads/${upload.uuid}/publish`, {
    token: admin,
    body: { replace: true, revision },
  });

describe('the preview of an upload', () => {
  it('is exactly what publishing does: when the plan has changed since, it does nothing, and the next look shows the present difference', async () => {
    await publishPlan(server, admin, lessons('204'));
    const seen = await uploadPlan(server, admin, lessons('204'));
    expect(seen.changes).toMatchObject({ changed: 0, is_empty: true });
    await publishPlan(server, colleague, lessons('301'));

    const refused = await publish(seen, seen.changes?.revision);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'preview_outdated' } } });
    const again: Upload = (await ask(`uploads/${seen.uuid}`)).body.data;
    expect(again.changes).toMatchObject({ changed: 10, is_empty: false });
    expect(again.changes?.lines[0]?.text).toContain('301');
    expect(again.changes?.revision).not.toBe(seen.changes?.revision);
    const published = await publish(again, again.changes?.revision);
    expect(published.body.data, published.text).toMatchObject({ state: 'PUBLISHED', changes: { changed: 10 } });
  });

  it('counts master data, period times and holidays too, so that nothing is published unseen', async () => {
    const file = ['lesson_id;classes;teachers;subject;rooms;weekday;period', '1;10b;Bg;MA;204;1;1'];
    await publishPlan(server, admin, file);
    const grid = JSON.stringify([{ hour: '1', weekday: null, begins_at: '07:30', ends_at: '08:15' }]);
    const upload = await uploadPlan(server, admin, file, { grid });
    expect(upload.changes?.is_empty).toBe(false);
    expect(upload.changes?.parts.times.changed).toBe(1);
    const { rows } = (await ask(`uploads/${upload.uuid}/changes`)).body.data;
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'changed', of: 'time', before: '1 08:00–08:45', after: '1 07:30–08:15' }),
    );
    const more = await uploadPlan(server, admin, [...file, '2;8c;Xx;ZZ;r9;1;2']);
    expect(more.changes?.parts).toMatchObject({
      grades: { added: 1 },
      teachers: { added: 1 },
      bookables: { added: 1 },
      subjects: { added: 1 },
    });
  });

  it('is read line by line, all of it, and only its first lines once it is published', async () => {
    const file = [
      PLAN_HEAD,
      ...Array.from({ length: 240 }, (_, n) => `l${n};g${n};Bg;MA;204;${1 + (n % 5)};${1 + (n % 10)}`),
    ];
    const upload = await uploadPlan(server, admin, file);
    expect(upload.changes?.lines).toHaveLength(200);
    const whole = (await ask(`uploads/${upload.uuid}/changes`)).body.data;
    expect(whole).toMatchObject({ is_complete: true, revision: upload.changes?.revision });
    expect(whole.rows.filter((row: { of: string }) => row.of === 'lesson').length).toBeGreaterThanOrEqual(240);
    await publishUpload(server, admin, upload);
    const kept = (await ask(`uploads/${upload.uuid}/changes`)).body.data;
    expect(kept.is_complete).toBe(false);
    expect(kept.rows).toHaveLength(200);
  });
});

describe('uploads', () => {
  it('are counted per school, and say whose they are', async () => {
    const stranger = await signIn(server, 'drossel', 'stranger');
    const first = await uploadPlan(server, stranger, lessons('1'));
    const second = await uploadPlan(server, stranger, lessons('2'));
    expect([first.number, second.number]).toEqual([1, 2]);
    const mine = await uploadPlan(server, admin, lessons('3'));
    expect(mine.is_own).toBe(true);
    expect((await ask(`uploads/${mine.uuid}`, colleague)).body.data.is_own).toBe(false);
  });
});

describe('a file of another school year', () => {
  const DATED = ['id;date;period;kind;classes;text'];
  it('is refused with both years, unless the year is named: then its dates outside of it are rejected one by one', async () => {
    const rows = [...DATED, 's1;2024-11-19;1;MESSAGE;10b;old', 's2;2024-11-20;1;MESSAGE;10b;older'];
    const refused = await uploadPlan(server, admin, rows);
    expect(refused).toMatchObject({ state: 'FAILED', failure: { code: 'other_school_year', file: null } });
    expect(refused.error).toContain('2024 / 2025');
    expect(refused.error).toContain('2026 / 2027');
    const meant = await uploadPlan(server, admin, rows, { school_year: '2026 / 2027' });
    expect(meant).toMatchObject({ state: 'READY', rejected_count: 2, changes: { added: 0 } });
    expect(meant.rejected.map(({ code }) => code)).toEqual(['outside_school_year', 'outside_school_year']);
  });
});
