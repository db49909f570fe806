import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectGarbage } from '../../../../../tests/support/garbage.ts';
import { type SeededSchool, seedSchools } from '../../../../../tests/support/seeded-schools.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import type { Audience } from './select.ts';
import { createPlanStore, type PlanStore } from './store.ts';

const LESSONS = 1200;
const GRADES = 24;
const SCHOOLS = [0, 1, 2];

let server: TestServer;
let schools: SeededSchool[];

beforeAll(async () => {
  server = await startTestServer();
  schools = await seedSchools(server.test.database.pool, SCHOOLS.length, { lessons: LESSONS, grades: GRADES });
});
afterAll(() => server.stop());

const WEEK = { begins_at: '2026-11-16', ends_at: '2026-11-22' };
const MEMBER: Audience = { kind: 'member' };
const EVERYBODY: Audience = {
  kind: 'public',
  teacher_names: 'shortcut',
  replaced_teachers: true,
  days: WEEK,
  pseudonyms: { key: new Uint8Array(32), scope: '' },
};

async function read(plans: PlanStore, school: number, grade: number, audience: Audience = MEMBER, range = WEEK) {
  const { id: schoolId, gradeIds } = schools[school] as SeededSchool;
  const id = gradeIds[grade] as number;
  const heading = { entity: 'grades', id, displayname: `${grade}` };
  const answer = await plans.read(schoolId, { entity: 'grades', id }, range, audience, () => heading);
  if (!answer) throw new Error('The school has a plan');
  return answer;
}

async function readAll(plans: PlanStore): Promise<string[]> {
  const found: string[] = [];
  for (const grade of [0, 1, 0])
    for (const school of SCHOOLS)
      for (const audience of [MEMBER, EVERYBODY]) {
        const answer = await read(plans, school, grade, audience);
        found.push(answer.etag, answer.bytes.toString(), answer.gzipped().toString('base64'));
      }
  return found;
}

function open(maximum?: number): PlanStore {
  return createPlanStore(server.test.database.kysely, maximum);
}

describe('a memory that is too small for all schools', () => {
  it('changes no byte of any answer, even when nothing is kept', async () => {
    const ample = open();
    const expected = await readAll(ample);
    expect(ample.figures.loads).toBe(SCHOOLS.length);
    expect(new Set(expected).size).toBeGreaterThan(12);
    const none = open(0);
    expect(await readAll(none)).toEqual(expected);
    expect(none.figures.loads).toBe(expected.length / 3);
    expect(none.size()).toEqual({ schools: 0, bytes: 0 });
    const one = open(2_500_000);
    expect(await readAll(one)).toEqual(expected);
    expect(one.figures.loads).toBeGreaterThan(SCHOOLS.length);
    expect(one.size().schools).toBeGreaterThanOrEqual(1);
    expect(one.size().bytes).toBeLessThanOrEqual(2_500_000);
  });

  it('loads a school once for all who ask at the same time', async () => {
    const none = open(0);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => read(none, index % SCHOOLS.length, Math.floor(index / SCHOOLS.length))),
    );
    expect(none.figures.loads).toBe(SCHOOLS.length);
  });

  it('counts about as much as it takes', async () => {
    const before = await measure();
    const plans = open();
    for (const school of SCHOOLS)
      for (let grade = 0; grade < GRADES; grade += 1)
        for (const ends_at of ['2026-11-22', '2026-12-20'])
          (await read(plans, school, grade, MEMBER, { ...WEEK, ends_at })).gzipped();
    const taken = (await measure()) - before;
    const ratio = plans.size().bytes / taken;
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.5);
  });
});

/** Memory in use, bytes. */
async function measure(): Promise<number> {
  await collectGarbage();
  await collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
