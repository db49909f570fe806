import { expect, it } from 'vitest';
import { createSpareProcess } from '../../../kernel/child/index.ts';
import { PARSE_LIMITS, parseInWorker } from '../../timetable-import/parse-in-worker.ts';
import { READ_LIMITS, readInWorker } from './read-in-worker.ts';

it('says that the server is not ready while its files are swapped, and nothing about the upload', async () => {
  const swapped = createSpareProcess(new URL('./swapped/gone.ts', import.meta.url));
  const files = [{ name: 'list.csv', bytes: new TextEncoder().encode('Nachname;Vorname\nMeier;Anna\n') }];
  const task = { files, profile: { columns: {}, type: null, date_order: null }, today: '2026-11-22' };
  const notReady = { code: 'not_ready', status: 503 };
  await expect(readInWorker(task, READ_LIMITS, swapped)).rejects.toMatchObject(notReady);
  await expect(parseInWorker(files, {}, PARSE_LIMITS, null, swapped)).rejects.toMatchObject(notReady);
});
