import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../support/contract/world.ts';

let world: World;
let token: string | undefined;

beforeAll(async () => {
  world = await startWorld();
  token = await world.tokenOf(world.here, 'admin');
});
afterAll(() => world.server.stop());

describe('dates of the timetable', () => {
  it('are written YYYY-MM-DD, in questions and in answers [T-9.04]', async () => {
    const { server, here } = world;
    const path = `/v1/timetables/entities/users/${here.people.student.id}`;
    const ask = (begins_at: string) =>
      server.request('GET', `${path}?begins_at=${encodeURIComponent(begins_at)}&ends_at=2026-11-20`, {
        token,
      });
    const plan = await ask('2026-11-16');
    expect(plan.status).toBe(200);
    const dates: string[] = plan.body.data.lessons.flatMap((lesson: { dates: string[] }) => lesson.dates);
    expect(dates.length).toBeGreaterThan(0);
    for (const date of dates) expect(date).toMatch(/^2026-11-(1[6-9]|20)$/);
    for (const wrong of ['16.11.2026', '2026-11-6', '20261116', '2026-11-16T00:00:00Z', '2026-02-30', '1794787200'])
      expect((await ask(wrong)).body?.error?.issues?.[0], wrong).toMatchObject({
        path: 'query.begins_at',
        rule: 'date',
      });
  });
});

describe('a range of dates', () => {
  it.each([
    ['0000-01-01', '0000-01-07'],
    ['0001-01-01', '0001-01-02'],
    ['1899-12-31', '1900-01-02'],
    ['9999-12-30', '9999-12-31'],
    ['2026-11-20', '2026-11-16'],
    ['2026-01-01', '2026-12-31'],
  ])('%s to %s is refused with the field named [D-4.08] [P-9.21]', async (begins_at, ends_at) => {
    const { grade, people } = world.here;
    const query = `begins_at=${begins_at}&ends_at=${ends_at}`;
    for (const path of [
      `/v1/timetables/entities/users/${people.student.id}?${query}`,
      `/v1/timetables/entities/grades/${grade}?${query}`,
      `/v1/public/timetables/amsel/grades/${grade}?${query}`,
    ]) {
      const answer = await world.server.request('GET', path, { token });
      expect(answer, path).toMatchObject({ status: 422, body: { error: { code: 'invalid' } } });
      expect(answer.body.error.issues[0].path).toMatch(/^query\.(begins|ends)_at$/);
    }
  });
});
