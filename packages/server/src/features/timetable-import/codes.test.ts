import type { Upload, UploadCodes } from '@kreide/core/features/timetable-import';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLAN_HEAD, publishPlan, publishUpload, uploadPlan } from '../../../../../tests/support/imports.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let admin: string;
let schools = 0;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  schools += 1;
  school = await buildSchool(server.test.database.kysely, `amsel-${schools}`);
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
  admin = await signIn(server, school.slink, 'admin');
  await publishPlan(server, admin, [PLAN_HEAD, '1;10b;Bg;MA;204;2;3', '2;7a;Li;DE;105;2;4']);
});
afterAll(() => server.stop());

/** The same plan as another program writes it. */
const OTHER = [PLAN_HEAD, '1;10 B;Bg;MA;204;2;3', '2;7a;Lind;DE;105;2;4', '3;7a;Neu;DE;105;3;4'];
const upload = (rows = OTHER) => uploadPlan(server, admin, rows);
const path = ({ uuid }: Pick<Upload, 'uuid'>, rest: string) => `/v1/timetable-service/uploads/${uuid}/${rest}`;
const ask = (method: string, of: Pick<Upload, 'uuid'>, rest: string, body?: unknown) =>
  server.request(method, path(of, rest), { token: admin, body });
async function codesOf(of: Upload): Promise<UploadCodes> {
  const answer = await ask('GET', of, 'codes');
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const told = ({ codes }: UploadCodes) => codes.map(({ entity, code, entity_id }) => [entity, code, entity_id]);
async function recordsOf(table: 'grades' | 'teachers') {
  const rows = server.test.database.kysely.selectFrom(table).select(['id', 'shortcut']);
  return rows.where('school_id', '=', school.id).orderBy('id').execute();
}

describe('short names that the school does not have', () => {
  it('are chosen once: the record keeps its name, nothing is made twice, and the next upload knows', async () => {
    const ready = await upload();
    expect(ready.changes?.parts).toMatchObject({ grades: { added: 1 }, teachers: { added: 2 } });
    const found = await codesOf(ready);
    expect(told(found)).toEqual([
      ['grade', '10 B', null],
      ['teacher', 'Lind', null],
      ['teacher', 'Neu', null],
    ]);
    const [b10] = await recordsOf('grades');
    expect(found.codes[0]?.similar).toEqual([b10?.id]);
    const li = (await recordsOf('teachers')).find(({ shortcut }) => shortcut === 'Li');
    const choices = [
      { entity: 'grade', external_key: '10 B', entity_id: b10?.id },
      { entity: 'teacher', external_key: 'Lind', entity_id: li?.id },
    ];
    const chosen = await ask('PUT', ready, 'codes', { choices });
    expect(chosen.status, chosen.text).toBe(200);
    expect(chosen.body.data.changes.parts).toMatchObject({ grades: { added: 0, changed: 0 }, teachers: { added: 1 } });

    // Who has seen the difference from before may not publish this one.
    const stale = await ask('POST', ready, 'publish', { replace: true, revision: ready.changes?.revision });
    expect(stale.body.error.code).toBe('preview_outdated');
    await publishUpload(server, admin, chosen.body.data);
    expect((await recordsOf('grades')).map(({ shortcut }) => shortcut)).toEqual(['10b', '7a']);
    expect((await recordsOf('teachers')).map(({ shortcut }) => shortcut)).toEqual(['Bg', 'Li', 'Neu']);

    const next = await upload([...OTHER, '4;7a;Lind;DE;105;4;4']);
    expect(next.changes?.parts).toMatchObject({ grades: { added: 0 }, teachers: { added: 0 } });
    expect(told(await codesOf(next))).toEqual([
      ['grade', '10 B', b10?.id],
      ['teacher', 'Lind', li?.id],
    ]);
    const taken = [{ entity: 'teacher', external_key: 'Lind', entity_id: null }];
    const back = await ask('PUT', next, 'codes', { choices: taken });
    expect(back.body.data.changes.parts.teachers).toMatchObject({ added: 1 });
    expect(told({ ...(await codesOf(next)) }).at(-1)).toEqual(['teacher', 'Lind', null]);
  });

  it('are refused for records and codes that are not there, and for an upload that is not ready', async () => {
    const ready = await upload();
    const other = await buildSchool(server.test.database.kysely, `other-${schools}`);
    const foreign = await server.test.database.kysely
      .insertInto('grades')
      .values({ school_id: other.id, shortcut: '10b', source: 'manual' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [bg] = await recordsOf('teachers');
    for (const [choice, place] of [
      [{ entity: 'grade', external_key: '10 B', entity_id: foreign.id }, 'entity_id'],
      [{ entity: 'grade', external_key: '10 B', entity_id: 999_999 }, 'entity_id'],
      [{ entity: 'grade', external_key: '7a', entity_id: null }, 'external_key'],
      [{ entity: 'teacher', external_key: '10 B', entity_id: bg?.id }, 'external_key'],
    ] as const) {
      const refused = await ask('PUT', ready, 'codes', { choices: [choice] });
      expect(refused.status, refused.text).toBe(422);
      expect(refused.body.error.issues.map(({ path }: { path: string }) => path)).toEqual([`body.choices.0.${place}`]);
    }
    await ask('POST', ready, 'discard');
    expect((await ask('GET', ready, 'codes')).body.error.code).toBe('upload_not_open');
    const late = [{ entity: 'grade', external_key: '10 B', entity_id: null }];
    expect((await ask('PUT', ready, 'codes', { choices: late })).body.error.code).toBe('upload_not_open');
  });
});
