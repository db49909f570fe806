import { expect, it } from 'vitest';
import { buildSchool, buildUser } from '../../../../tests/support/people.ts';
import { startTestServer } from '../../../../tests/support/server.ts';
import { readSupport, toSupportLines } from './support.ts';

it('the operator reads what people wrote and looked for, without names and without what steers a terminal', async () => {
  await using server = await startTestServer();
  const { kysely, pool } = server.test.database;
  const school = await buildSchool(kysely, 'amsel');
  const { id } = await buildUser(kysely, school.id, 'pia', 'PARENT');
  await pool.query(
    `insert into feedback (school_id, user_id, kind, text, code, is_mailed, created_at)
    values ($1, $2, 'problem', $3, 'K7', false, '2026-11-18T08:00:00Z')`,
    [school.id, id, 'Empty\nplan\u001b[31m'],
  );
  await pool.query(`insert into faq_misses values ('de', 'zeppelin', 3, now()), ('de', 'luftschiff', 1, now())`);
  await pool.query(`insert into faq_votes values ($1, $2, 'letters', true, now())`, [school.id, id]);
  expect(toSupportLines(await readSupport(kysely))).toEqual([
    'Messages: 1',
    '  2026-11-18 amsel, problem (K7): Empty plan[31m',
    'Searched in vain: 1',
    '  3× de: zeppelin',
    'Articles, helped and not:',
    '  letters: 1, 0',
  ]);
});
