import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../../../../tests/support/server.ts';

/** Their row is written first, so that whatever breaks off is found by it. */
const ROW_FIRST = [
  'classbook/exporting.ts',
  'files/clean-stored.ts',
  'files/upload.ts',
  'personal-data/make-task.ts',
  'planner/booklet/task.ts',
];

it('features store a content for a row that knows of it, or until its row comes', () => {
  const folder = join(ROOT, 'packages/server/src/features');
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));
  const storing = files.filter((file) => /\bstore\.put\(/.test(readFileSync(join(folder, file), 'utf8')));
  expect(storing.sort()).toEqual(ROW_FIRST);
});
