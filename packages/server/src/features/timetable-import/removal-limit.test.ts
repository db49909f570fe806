import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishUpload, uploadFiles } from '../../../../../tests/support/imports.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let admin: string;
const LESSONS = 25;
const SUBSTITUTIONS = 55;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  admin = await signIn(server, 'amsel', 'admin');
  await publishUpload(server, admin, await uploadLessons(LESSONS));
  await publishUpload(server, admin, await uploadSubstitutions(SUBSTITUTIONS));
});
afterAll(() => server.stop());

function upload(head: string, rows: readonly string[]) {
  const bytes = new Uint8Array(Buffer.from([head, ...rows, ''].join('\n')));
  return uploadFiles(server, admin, [{ name: 'plan.csv', bytes }]);
}

/** The given number of lessons, five periods a day. */
function uploadLessons(count: number) {
  const rows = Array.from(
    { length: count },
    (_, index) => `${index + 1};10b;Bg;MA;204;${1 + (index % 5)};${1 + Math.floor(index / 5)}`,
  );
  return upload('lesson_id;classes;teachers;subject;rooms;weekday;period', rows);
}

/** The given number of messages between a Monday and a Friday. */
function uploadSubstitutions(count: number) {
  const rows = Array.from(
    { length: count },
    (_, index) => `s${index + 1};2026-11-${index === 0 ? 16 : 20};1;MESSAGE;10b;Text ${index}`,
  );
  return upload('id;date;period;kind;classes;text', rows);
}

const get = async (uuid: string) =>
  (await server.request('GET', `/v1/timetable-service/uploads/${uuid}`, { token: admin })).body.data;
/** Publishes what is shown now. */
const publish = async (uuid: string, replace: boolean) => {
  const body = { replace, revision: (await get(uuid)).changes.revision };
  return server.request('POST', `/v1/timetable-service/uploads/${uuid}/publish`, { token: admin, body });
};

describe('an upload after which lessons would be gone', () => {
  it.each([
    [1, false],
    [2, false],
    [5, false],
    [6, true],
    [24, true],
  ])('%i of 25: asks first is %s', async (removed, needs_replace) => {
    const { changes } = await uploadLessons(LESSONS - removed);
    expect(changes).toMatchObject({ removed, needs_replace });
  });

  it('is published without a question when a fifth goes, and not when it is one more', async () => {
    const [fifth, more] = [await uploadLessons(20), await uploadLessons(19)];
    expect(await publish(more.uuid, false)).toMatchObject({ status: 409, body: { error: { code: 'needs_replace' } } });
    expect((await publish(fifth.uuid, false)).status).toBe(200);
    const again = await uploadLessons(16);
    expect(again.changes).toMatchObject({ removed: 4, needs_replace: false });
    const back = await uploadLessons(LESSONS);
    expect(back.changes).toMatchObject({ added: 5, removed: 0, needs_replace: false });
    expect((await publish(back.uuid, false)).status).toBe(200);
  });
});

describe('an upload that changes lessons', () => {
  it('counts them like those that go, in places of the weekly plan [D-3.08]', async () => {
    const withRoom = (count: number) =>
      upload(
        'lesson_id;classes;teachers;subject;rooms;weekday;period',
        Array.from(
          { length: LESSONS },
          (_, index) =>
            `${index + 1};10b;Bg;MA;${index < count ? '999' : '204'};${1 + (index % 5)};${1 + Math.floor(index / 5)}`,
        ),
      );
    expect((await withRoom(5)).changes).toMatchObject({ changed: 5, replaceable: LESSONS, needs_replace: false });
    const more = await withRoom(6);
    expect(more.changes).toMatchObject({ changed: 6, removed: 0, replaceable: LESSONS, needs_replace: true });
    expect(await publish(more.uuid, false)).toMatchObject({ status: 409, body: { error: { code: 'needs_replace' } } });
  });
});

describe('an upload after which substitutions would be gone', () => {
  const warnsOf = async (total: number, removed: number) => {
    const { changes, warnings } = await uploadSubstitutions(total - removed);
    expect(changes).toMatchObject({ removed });
    return warnings.some((text) => text.includes(`${removed} von ${total}`));
  };

  it('warns of more than a fifth of those of its days, and is published all the same', async () => {
    for (const [removed, warns] of [
      [5, false],
      [11, false],
      [12, true],
      [53, true],
    ] as const)
      expect(await warnsOf(SUBSTITUTIONS, removed), String(removed)).toBe(warns);
    const fewer = await uploadSubstitutions(40);
    expect((await publish(fewer.uuid, false)).status).toBe(200);
  });

  it('says nothing of less than ten, the ordinary work of a day', async () => {
    expect(await warnsOf(40, 9)).toBe(false);
    expect(await warnsOf(40, 10)).toBe(true);
  });
});
