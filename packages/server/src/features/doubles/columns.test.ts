import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { joinMerges, type Merge } from '../../kernel/data/merge.ts';
import { storedAnswersMerge } from '../../kernel/http/idempotency.ts';
import { mailMerge } from '../../kernel/mail/index.ts';

const FEATURES = join(import.meta.dirname, '..');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** What refers to people without a foreign key. */
const UNBOUND = [
  'classbook_notices.user_ids',
  'files.created_by',
  'idempotency_keys.user_id',
  'notification_settings.user_id',
  'push_deliveries.user_id',
  'timetable_uploads.created_by',
  'user_import_lines.user_id',
];

/** Columns that stay as they are, each with its reason. */
const LEFT: Readonly<Record<string, string>> = {
  'audit_log.user_id': 'The log stays as it was written: the account that goes did it.',
  'channel_marks.user_id': 'Marks of one transaction: its end settles the channels of the people in them.',
};

it('every column that the database knows to refer to people is merged by a feature, or left for a reason [T-7.101]', async () => {
  const merges: Merge[] = [mailMerge, storedAnswersMerge];
  for (const name of readdirSync(FEATURES)) {
    const file = join(FEATURES, name, 'queries/merge.ts');
    if (!existsSync(file)) continue;
    const [[key, merge] = []] = Object.entries(await import(file));
    expect(readFileSync(join(FEATURES, name, 'feature.ts'), 'utf8'), name).toContain(`merge: ${key}`);
    merges.push(merge as Merge);
  }
  const { rows } = await server.test.database.pool.query<{ name: string }>(`
    select r.conrelid::regclass::text || '.' || a.attname as name from pg_constraint r
    join pg_attribute a on a.attrelid = r.conrelid and a.attnum = any(r.conkey) and a.attname <> 'school_id'
    where r.contype = 'f' and r.confrelid = 'users'::regclass
    union select c.table_name || '.' || c.column_name from information_schema.columns c
    where c.table_schema = 'public' and c.column_name = 'user_id'`);
  const wanted = new Set([...rows.map(({ name }) => name), ...UNBOUND]);
  for (const column of Object.keys(LEFT)) expect(wanted.delete(column), column).toBe(true);
  expect(Object.keys(joinMerges(merges)).toSorted()).toEqual([...wanted].toSorted());
});
