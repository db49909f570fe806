import { describe, expect, it } from 'vitest';
import { readInWorker } from './read-in-worker.ts';

const PROFILE = { columns: {}, type: null, date_order: null };
const HEAD = 'Nachname;Vorname;Geburtsdatum;Klasse\n';
const ROW = 'Meier;Anna;01.02.2015;5a\n';
const read = (text: string, limits?: { heap_mb: number; milliseconds: number }) => {
  const files = [{ name: 'list.csv', bytes: new TextEncoder().encode(text) }];
  return readInWorker({ files, profile: PROFILE, today: '2026-11-22' }, limits);
};
const MEGABYTE = 1024 * 1024;

describe('a list that is read beside the server', () => {
  it('gives its people', async () => {
    const answer = await read(HEAD + ROW);
    expect(answer).toMatchObject({ ok: true, read: { people: [{ lastname: 'Meier', firstname: 'Anna' }] } });
  });

  it('names the rows beyond a hundred thousand', async () => {
    const answer = await read(HEAD + ROW.repeat(100_002));
    expect(answer).toMatchObject({ ok: true });
    expect(answer.ok && answer.read.rejected.map(({ reason }) => reason)).toEqual(['too_many_rows', 'too_many_rows']);
  });

  it('of a million rows is refused whole, in memory that has a limit, and the next one is read [D-3.07]', async () => {
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const answer = await read(HEAD + ROW.repeat(1_000_000));
    clearInterval(watch);
    expect(answer).toEqual({ ok: false, file: 'list.csv', reason: 'too_large', params: {} });
    expect((most - before) / MEGABYTE).toBeLessThan(1024);
    expect(await read(HEAD + ROW)).toMatchObject({ ok: true });
  });

  it('that takes too long is given up', async () => {
    const answer = await read(HEAD + ROW.repeat(20_000), { heap_mb: 256, milliseconds: 1 });
    expect(answer).toMatchObject({ ok: false, reason: 'too_slow' });
  });
});
