import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createEmptyDatabase } from '../../../../../tests/support/database.ts';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from './migrate.ts';

it('a database of the first release keeps what a publication changed, so that it can still be undone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kreide-upgrade-'));
  const empty = await createEmptyDatabase();
  const client = new Client(empty.connectionString);
  try {
    const first = (await readMigrations()).filter(({ name }) => name < '202611211000');
    for (const { name } of first) await copyFile(join(MIGRATIONS_FOLDER, `${name}.sql`), join(folder, `${name}.sql`));
    expect(await migrate(empty.connectionString, { folder })).toHaveLength(first.length);
    await client.connect();
    await client.query(`
      insert into schools (name, slink) values ('Amsel', 'amsel');
      insert into timetable_uploads (school_id, state, created_at) select id, 'PUBLISHED', now() from schools;
      insert into upload_changes (school_id, upload_id, entity, entity_id, before, after)
      select school_id, id, one.entity, one.entity_id, one.before, one.after from timetable_uploads,
        (values ('grade', 1, '{"id": 1, "name": "a"}'::jsonb, '{"id": 1, "name": "b"}'::jsonb),
                ('grade', 2, null, '{"id": 2}'), ('times', null, '[{"id": 7}]', '[]')) as one(entity, entity_id, before, after)`);
    await migrate(empty.connectionString);
    const { rows } = await client.query('select entity, before, after from upload_changes order by entity');
    expect(rows).toEqual([
      { entity: 'grade', before: [{ id: 1, name: 'a' }], after: [{ id: 1, name: 'b' }, { id: 2 }] },
      { entity: 'times', before: [{ id: 7 }], after: [] },
    ]);
  } finally {
    await client.end();
    await empty.drop();
    await rm(folder, { recursive: true });
  }
});
