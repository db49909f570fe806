import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playRush, type Rush, type RushFigures, STEPS, summarise } from './bench/rush/play.ts';
import { buildRushSchool } from './bench/rush/school.ts';
import { PASSWORD } from './support/people.ts';
import { startTestServer, type TestServer } from './support/server.ts';

// What `npm run bench -- rush` plays with a school of 1,200, here with a few.
const PEOPLE = 12;
const PRESENT = 4;
let server: TestServer;
let rush: Rush;

beforeAll(async () => {
  server = await startTestServer({ env: { KREIDE_TRUST_PROXY: 'loopback' } });
  const school = await buildRushSchool(server, { pupils: 40, present: PRESENT });
  const pace = { perSecond: PEOPLE, seconds: 1, readsPerSecond: 5 };
  rush = { ...school, ...pace, url: server.url, password: PASSWORD, hasSockets: true };
});
afterAll(() => server.stop());

describe('the morning of a school, as the bench plays it', () => {
  it('lets everybody in without an error, and has a figure of each thing that they do', async () => {
    const figures = await playRush(rush);
    expect(figures.errors).toEqual([]);
    expect(figures.sockets).toBe(PRESENT + PEOPLE);
    const counts = STEPS.map((step) => figures.times[step].length);
    expect(counts).toEqual([...STEPS.slice(0, -1).map(() => PEOPLE), 5]);
    const { count, mean, p99, failed } = summarise(figures);
    expect(count).toBe(PEOPLE * (STEPS.length - 1) + 5);
    expect(mean).toBeGreaterThan(0);
    expect(p99).toBeGreaterThanOrEqual(mean);
    expect(failed).toBe(0);
  });

  it('counts who is not let in', async () => {
    const figures = await playRush({ ...rush, password: 'wrong', perSecond: 2, readsPerSecond: 1 });
    expect(figures.errors).toEqual(Array(2).fill(expect.stringMatching(/^sign in answered 422/)));
    expect(summarise(figures).failed).toBeCloseTo(200 / 3);
  });
});

describe('the figures of a rush', () => {
  it('are the mean of all requests, the slowest hundredth and the share of errors', () => {
    const none = Object.fromEntries(STEPS.map((step) => [step, [] as number[]])) as RushFigures['times'];
    const fast = Array.from({ length: 98 }, () => 10);
    const figures = { times: { ...none, self: fast, chat: [510, 1510] }, errors: ['no'] };
    expect(summarise(figures)).toEqual({ count: 100, mean: 30, p99: 1510, failed: 1 });
    expect(summarise(figures, ['self'])).toEqual({ count: 98, mean: 10, p99: 10, failed: 100 / 98 });
  });
});
