import { describe, expect, it } from 'vitest';
import { zipOfLarge } from '../../../../../../tests/support/large-zip.ts';
import { readInWorker } from './read-in-worker.ts';

const PROFILE = { columns: {}, type: null, date_order: null };
const HEAD = 'Nachname;Vorname;Geburtsdatum;Klasse\n';
const ROW = 'Meier;Anna;01.02.2015;5a\n';
const MEGABYTE = 1024 * 1024;
const LIMITS = { heap_mb: 768, memory_mb: 1024, milliseconds: 120_000 };
const read = (content: string | Uint8Array, limits = LIMITS) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return readInWorker({ files: [{ name: 'list.csv', bytes }], profile: PROFILE, today: '2026-11-22' }, limits);
};

/** What the work gives, and by how much this process grew meanwhile at most, megabytes. */
async function grown<T>(work: () => Promise<T>): Promise<{ answer: T; megabytes: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const answer = await work();
  clearInterval(watch);
  return { answer, megabytes: (Math.max(most, process.memoryUsage.rss()) - before) / MEGABYTE };
}

describe('a list that is read beside the server', () => {
  it('gives its people', async () => {
    const answer = await read(HEAD + ROW);
    expect(answer).toMatchObject({ ok: true, records: { people: [{ lastname: 'Meier', firstname: 'Anna' }] } });
  });

  it('names the rows beyond a hundred thousand', async () => {
    const answer = await read(HEAD + ROW.repeat(100_002));
    expect(answer).toMatchObject({ ok: true });
    expect(answer.ok && answer.records.rejected.map(({ reason }) => reason)).toEqual([
      'too_many_rows',
      'too_many_rows',
    ]);
  });

  it('of a million rows is refused whole, in memory that has a limit, and the next one is read [D-3.07]', async () => {
    const { answer, megabytes } = await grown(() => read(HEAD + ROW.repeat(1_000_000)));
    expect(answer).toEqual({ ok: false, file: 'list.csv', reason: 'too_large', params: {} });
    // The list as text and as bytes, and once more while it is sent.
    expect(megabytes).toBeLessThan(150);
    expect(await read(HEAD + ROW)).toMatchObject({ ok: true });
  });

  it('of 240 MB in an archive of a few hundred kB is refused, and takes no memory of the server', async () => {
    const piece = new TextEncoder().encode(ROW.repeat(MEGABYTE / ROW.length));
    const archive = zipOfLarge([{ name: 'list.csv', piece, count: 240 }]);
    expect(archive.length).toBeLessThan(MEGABYTE);
    const { answer, megabytes } = await grown(() => read(archive));
    expect(answer).toEqual({ ok: false, file: 'list.csv', reason: 'unpacked_too_large', params: expect.anything() });
    expect(megabytes).toBeLessThan(50);
  });

  it('that holds more than the bound of the whole process is refused, however little is in its heap', async () => {
    const list = new TextEncoder().encode(HEAD + ROW.repeat(100_000));
    const { answer, megabytes } = await grown(() => read(list, { ...LIMITS, memory_mb: 160 }));
    expect(answer).toEqual({ ok: false, file: '', reason: 'too_large', params: {} });
    expect(megabytes).toBeLessThan(50);
    expect(await read(list)).toMatchObject({ ok: true });
  });

  it('that takes too long is given up', async () => {
    const answer = await read(HEAD + ROW.repeat(20_000), { ...LIMITS, milliseconds: 1 });
    expect(answer).toMatchObject({ ok: false, reason: 'too_slow' });
  });
});
