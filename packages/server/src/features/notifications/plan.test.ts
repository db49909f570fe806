import type { Notification } from '@kreide/core/features/channels';
import type { Upload } from '@kreide/core/features/timetable-import';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLAN_HEAD, publishUpload, uploadPlan } from '../../../../../tests/support/imports.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import {
  buildPlanSchool,
  LESSON_ROWS,
  type PlanSchool,
  SUBSTITUTION_HEAD,
  SUBSTITUTION_ROWS,
} from '../../../../../tests/support/plan-school.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  for (const name of ['ada', 'ben', 'parent', 'teacher', 'admin']) tokens[name] = await signIn(server, 'amsel', name);
  await jobsDone(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date(TEST_NOW));
  await server.test.database.pool.query('delete from messages');
});

async function publish(rows: readonly string[], head = SUBSTITUTION_HEAD): Promise<Upload> {
  const uploaded = await uploadPlan(server, tokens.admin as string, [head, ...rows]);
  const published = await publishUpload(server, tokens.admin as string, uploaded);
  await jobsDone(server);
  return published;
}
/** What somebody was told, oldest first, line by line. */
async function toldTo(who: string): Promise<string[][]> {
  return (await listOf(who)).map(({ content_rendered }) =>
    content_rendered.replace('<strong>', '').replace('</strong>', '').split('<br>'),
  );
}
async function listOf(who: string): Promise<Notification[]> {
  const { body } = await server.request('GET', '/v1/channels/personal-channel', { token: tokens[who] });
  const list = await server.request('GET', `/v1/channels/chats/${body.data.chat_id}/messages`, { token: tokens[who] });
  return list.body.data.toReversed();
}

/** All of them again, with one that is new or otherwise. */
const withRow = (row: string) => [...SUBSTITUTION_ROWS.filter((one) => one.split(';')[0] !== row.split(';')[0]), row];
const PHYSICS = 'n1;2026-11-19;1;;;;10b;Bg;Ta;PH;;L1;301;;;Bitte Hefte mitbringen';

describe('a changed lesson', () => {
  it('is told to its pupils, their parents and its teacher, old and new value in words [D-6.02]', async () => {
    await publish(withRow(PHYSICS));
    const lines = [
      'Donnerstag, 19. November, 08:00 bis 08:45',
      'Herr Tamm statt Frau Berg; Raum 301 statt L1',
      'Bitte Hefte mitbringen',
    ];
    expect(await toldTo('ada')).toEqual([['Geändert: Physik', ...lines]]);
    expect(await toldTo('parent')).toEqual([['Ada · Geändert: Physik', ...lines]]);
    expect(await toldTo('teacher')).toEqual([['Geändert: Physik 10b', ...lines]]);
    expect(await toldTo('ben')).toEqual([]);
    const [own] = await listOf('parent');
    expect(own?.actions).toEqual([
      {
        type: 'LINK_INTERNAL',
        action: `/timetable/users/${school.users.ada}?viewType=day&startDate=2026-11-19`,
      },
    ]);
    expect(own).toMatchObject({ target_type: 'lesson', target_snapshot: { name: 'Physik' } });
  });

  it('is told once: the same file again tells nothing, another room does, and so does taking it back [D-6.02]', async () => {
    await publish(withRow(PHYSICS));
    await server.test.database.pool.query('delete from messages');
    expect(
      (await uploadPlan(server, tokens.admin as string, [SUBSTITUTION_HEAD, ...withRow(PHYSICS)])).changes,
    ).toMatchObject({ is_empty: true });
    const changed = await publish(withRow(PHYSICS.replace(';301;', ';302;')));
    expect((await toldTo('ada')).map((lines) => lines[2])).toEqual(['Herr Tamm statt Frau Berg; Raum 302 statt L1']);
    const undone = await server.request('POST', `/v1/timetable-service/uploads/${changed.uuid}/undo`, {
      token: tokens.admin,
    });
    expect(undone.status).toBe(200);
    await jobsDone(server);
    expect((await toldTo('ada')).at(-1)?.[2]).toBe('Herr Tamm statt Frau Berg; Raum 301 statt L1');
    await publish(SUBSTITUTION_ROWS);
    expect((await toldTo('ada')).at(-1)).toEqual([
      'Wieder wie geplant: Physik',
      'Donnerstag, 19. November, 08:00 bis 08:45',
    ]);
    // What is no longer so does not stay beside what is.
    expect(await toldTo('ada')).toHaveLength(1);
  });

  it('goes when it ends, also where it has stood for other lessons of the same hour since then', async () => {
    await publish(withRow(PHYSICS));
    await server.test.database.pool.query(
      'delete from substituted_lessons using substitutions s where s.id = target_id and s.ended_at is null',
    );
    await publish(withRow(PHYSICS));
    expect((await toldTo('ada')).map(([title]) => title)).toEqual(['Geändert: Physik']);
    await publish(SUBSTITUTION_ROWS);
    expect((await toldTo('ada')).map(([title]) => title)).toEqual(['Wieder wie geplant: Physik']);
  });

  it('is pushed once to each device that takes messages, until the lesson is over [D-6.02]', async () => {
    const { kysely, pool } = server.test.database;
    for (const token of ['one', 'two'])
      await kysely
        .insertInto('devices')
        .values({
          school_id: school.id,
          user_id: school.users.ada,
          type: 'web',
          push_notification_consent: 'ACCEPTED',
          token,
          token_hash: Buffer.from(token),
        })
        .execute();
    await publish(withRow(PHYSICS));
    const { rows } = await pool.query(
      'select device_id, kind, expires_at, not_before from push_deliveries order by id',
    );
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ device_id }) => device_id)).size).toBe(2);
    for (const { kind, expires_at, not_before } of rows)
      expect([kind, new Date(expires_at).toISOString(), new Date(not_before).toISOString()]).toEqual([
        'lesson',
        '2026-11-19T07:45:00.000Z',
        '2026-11-18T09:10:10.000Z',
      ]);
    await pool.query('delete from devices');
    await publish(SUBSTITUTION_ROWS);
  });

  it('is told in the language of each receiver, or that of the school [D-6.02]', async () => {
    const { pool } = server.test.database;
    await pool.query("update users set locale = 'en' where username = 'parent'");
    await publish(withRow(PHYSICS));
    expect((await toldTo('parent'))[0]?.slice(0, 3)).toEqual([
      'Ada · Changed: Physik',
      'Thursday 19 November, 08:00 to 08:45',
      'Herr Tamm instead of Frau Berg; Room 301 instead of L1',
    ]);
    expect((await toldTo('ada'))[0]?.[0]).toBe('Geändert: Physik');
    await pool.query("update users set locale = null where username = 'parent'");
    await publish(SUBSTITUTION_ROWS);
  });

  it('of the past is not told, nor any to somebody without the right [D-6.02]', async () => {
    await publish(withRow('n2;2026-11-17;1;;;CANCLED;10b;Bg;;MA;;204;;;;'));
    // The first lesson of today is over.
    await publish(withRow('n3;2026-11-18;1;;;CANCLED;10b;Ky;;EN;;105;;;;'));
    expect(await toldTo('ada')).toEqual([]);
    const { pool } = server.test.database;
    await pool.query("update users set is_locked = true where username = 'ben'");
    await pool.query(
      "insert into user_permissions (school_id, user_id, permission, is_allowed) values ($1, $2, 'view-timetable', false)",
      [school.id, school.users.parent],
    );
    await publish(withRow(PHYSICS));
    expect(await toldTo('ada')).toHaveLength(1);
    expect(await toldTo('parent')).toEqual([]);
    await pool.query('delete from user_permissions');
    await pool.query("update users set is_locked = false where username = 'ben'");
    await publish(SUBSTITUTION_ROWS);
  });

  it('of every week is told from its first day to come on, and many at once as a new plan [D-6.02]', async () => {
    const moved = LESSON_ROWS.map((row) => row.replace(';PH;L1;4;1', ';PH;L9;4;1'));
    await publish(moved, PLAN_HEAD);
    expect(await toldTo('ada')).toEqual([
      ['Geändert: Physik', 'jede Woche ab Donnerstag, 19. November, 08:00 bis 08:45', 'Raum L9 statt L1'],
    ]);
    await server.test.database.pool.query('delete from messages');
    await publish(
      LESSON_ROWS.map((row) => row.replace(/;(105|112);/, ';399;')),
      PLAN_HEAD,
    );
    expect(await toldTo('ada')).toHaveLength(1);
    expect((await toldTo('ada'))[0]?.[0]).toBe('Neuer Stundenplan');
    expect((await toldTo('parent')).map((lines) => lines[0])).toEqual(['Ada, Ben · Neuer Stundenplan']);
    await publish(LESSON_ROWS, PLAN_HEAD);
  });

  it('that concerns 1,200 people is told in a few seconds and a fixed number of statements', async () => {
    const { kysely, pool } = server.test.database;
    await buildUser(kysely, school.id, 'many', 'STUDENT');
    await pool.query(
      `with made as (
         insert into users (school_id, username, firstname, lastname, type, role)
         select $1, 'pupil-' || n, 'P' || n, 'Of many', 'STUDENT', 'STUDENT' from generate_series(1, 1200) as n returning id
       ) insert into grade_memberships (school_id, user_id, grade_id, begins_at) select $1, id, $2, '2026-08-01' from made`,
      [school.id, school.gradeId],
    );
    const began = performance.now();
    await publish(withRow(PHYSICS.replace(';301;', ';303;')));
    const seconds = (performance.now() - began) / 1000;
    const { rows } = await pool.query(
      "select count(*)::int, count(distinct chat_id)::int as people from messages where type = 'NC_EVENT'",
    );
    expect(rows[0].count).toBe(rows[0].people);
    expect(rows[0].people).toBeGreaterThan(1200);
    console.info(`${rows[0].people} people told in ${seconds.toFixed(2)} s, upload and publication included`);
    expect(seconds).toBeLessThan(20);
  });
});
