import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool } from '../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import { readFeedback, toFeedbackLines } from './feedback.ts';

let server: TestServer;
let amsel: BuiltSchool;
let drossel: BuiltSchool;
let number = 0;
beforeAll(async () => {
  server = await startTestServer();
  amsel = await buildSchool(server.test.database.kysely, 'amsel');
  drossel = await buildSchool(server.test.database.kysely, 'drossel');
});
afterAll(() => server.stop());
beforeEach(() => server.test.database.pool.query(`update users set properties = '{}'`));

interface Answer {
  result?: string;
  feedback?: string;
  month?: string;
  type?: 'TEACHER' | 'STUDENT';
  deleted_at?: string;
}
/** Somebody of a school who has answered. */
async function add({ id }: BuiltSchool, { type = 'TEACHER', deleted_at, ...outcome }: Answer): Promise<void> {
  number += 1;
  const properties = Object.fromEntries(
    Object.entries(outcome).map(([part, value]) => [`users.surveys.satisfaction.${part}`, value]),
  );
  await server.test.database.pool.query(
    `insert into users (school_id, username, firstname, lastname, type, role, properties, deleted_at)
     values ($1, $2, 'Nora', 'Nord', $3, $3, $4, $5)`,
    [id, `person-${number}`, type, properties, deleted_at ?? null],
  );
}
const read = () => readFeedback(server.test.database.kysely);

describe('what people answered', () => {
  it('is counted, with the words of each school and their month, and names nobody [T-3.72]', async () => {
    await add(amsel, { result: '5', month: '2026-11', feedback: '' });
    await add(amsel, { result: '5', month: '2026-11', feedback: ' ' });
    await add(amsel, { result: '2', month: '2026-11', feedback: 'Slow\u001b[2J\non  Mondays\u202e' });
    await add(amsel, { result: '1', month: '2026-10', feedback: 'Slow' });
    await add(amsel, { result: '4', month: '2026-11' });
    const found = await read();
    const results = { 1: 1, 2: 1, 3: 0, 4: 1, 5: 2 };
    const texts = [
      { month: '2026-10', text: 'Slow' },
      { month: '2026-11', text: 'Slow\u001b[2J\non  Mondays\u202e' },
    ];
    expect(found).toEqual([
      {
        type: 'satisfaction',
        answered: 5,
        results,
        withheld_schools: 0,
        schools: [{ slink: 'amsel', answered: 5, results, texts }],
      },
    ]);
    expect(toFeedbackLines(found)).toEqual([
      'satisfaction: 5 answers of 1 school',
      '  1: 1',
      '  2: 1',
      '  3: 0',
      '  4: 1',
      '  5: 2',
      '  amsel, 2026-10: Slow',
      '  amsel, 2026-11: Slow[2J on Mondays',
      'Left out: 0 schools with fewer than 5 answers.',
    ]);
    expect(JSON.stringify(found)).not.toMatch(/Nora|person-/);
  });

  it('is told of no school with fewer than five answers, not even in the sums [T-3.72]', async () => {
    for (const result of ['1', '1', '1', '1']) await add(drossel, { result, feedback: 'Only four' });
    for (const result of ['5', '5', '5', '5', '5']) await add(amsel, { result });
    const [found] = await read();
    expect(found).toMatchObject({ answered: 5, results: { 1: 0, 5: 5 }, withheld_schools: 1 });
    expect(found?.schools.map(({ slink }) => slink)).toEqual(['amsel']);
    expect(toFeedbackLines(await read()).join('\n')).not.toContain('drossel');
    await add(drossel, { result: '1' });
    expect((await read())[0]).toMatchObject({ answered: 10, withheld_schools: 0 });
  });

  it('leaves out those who only put the question away, pupils, and those who have left', async () => {
    for (const result of ['3', '3', '3', '3']) await add(amsel, { result });
    await add(amsel, { feedback: 'No answer' });
    await add(amsel, { result: '3', type: 'STUDENT' });
    await add(amsel, { result: '3', deleted_at: '2026-11-01T08:00:00Z' });
    expect((await read())[0]).toMatchObject({ answered: 0, schools: [], withheld_schools: 1 });
  });
});
