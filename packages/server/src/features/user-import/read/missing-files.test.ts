import { expect, it, vi } from 'vitest';
import { parseInWorker } from '../../timetable-import/parse-in-worker.ts';
import { readInWorker } from './read-in-worker.ts';

vi.mock('../../../kernel/child/index.ts', async (original) => {
  const child = await original<typeof import('../../../kernel/child/index.ts')>();
  return { ...child, createSpareProcess: (work: URL) => child.createSpareProcess(new URL('./swapped/gone.ts', work)) };
});

it('says that the server is not ready while its files are swapped, and nothing about the upload', async () => {
  const files = [{ name: 'list.csv', bytes: new TextEncoder().encode('Nachname;Vorname\nMeier;Anna\n') }];
  const profile = { columns: {}, type: null, date_order: null };
  const notReady = { code: 'not_ready', status: 503 };
  await expect(readInWorker({ files, profile, today: '2026-11-22' })).rejects.toMatchObject(notReady);
  await expect(parseInWorker(files, {})).rejects.toMatchObject(notReady);
});
