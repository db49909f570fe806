// features: timetable-import, user-import

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleFiles } from '../../packages/demo/src/exports/index.ts';
import { EXAMPLE_DATE } from '../../packages/demo/src/exports/readme.ts';
import { createCli } from '../support/cli-process.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';
import { ROOT, startTestServer, type TestServer } from '../support/server.ts';

const FOLDER = join(ROOT, 'examples/import-files');
const { sets, source } = exampleFiles(EXAMPLE_DATE);

let server: TestServer;
let cli: ReturnType<typeof createCli>;
beforeAll(async () => {
  server = await startTestServer();
  cli = createCli();
});
afterAll(async () => {
  cli.remove();
  await server.stop();
});

/** A school of its own for each folder, with the school year and the week anchor of the exported school. */
async function newSchool(slink: string): Promise<number> {
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, slink);
  const { begins_at, ends_at } = source.school.school_year;
  await kysely
    .updateTable('school_years')
    .set({ begins_at, ends_at, anchor: source.school.anchor })
    .where('school_id', '=', school.id)
    .execute();
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  return school.id;
}

describe('the example files', () => {
  it('are the folders that the README describes, and nothing else', () => {
    const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(sets.map(({ folder }) => folder).sort());
  });

  it.each(sets)(
    'in $folder are imported by the command line, with the counts that they are said to have [D-5.03]',
    async (set) => {
      const schoolId = await newSchool(set.folder);
      const files = readdirSync(join(FOLDER, set.folder)).map((name) => join(FOLDER, set.folder, name));
      const options = set.format.startsWith('untis') ? ['--do-not-print'] : [];
      const run = await cli.run(['timetable', 'upload', ...files, '--yes', '--json', ...options], {
        KREIDE_SERVER: server.url,
        KREIDE_SCHOOL: set.folder,
        KREIDE_USERNAME: 'admin',
        KREIDE_PASSWORD: PASSWORD,
      });
      expect(run.code, run.stdout).toBe(0);
      const result = JSON.parse(run.stdout);
      expect(result).toMatchObject({ published: true, school_year: '2026 / 2027', rejected: [], counts: set.counts });
      expect(set.format.startsWith(result.source), `${result.source} for ${set.format}`).toBe(true);
      const { kysely } = server.test.database;
      const count = async (table: 'lessons' | 'substitutions') =>
        (await kysely.selectFrom(table).select('school_id').where('school_id', '=', schoolId).execute()).length;
      if (set.counts.lessons > 0) expect(await count('lessons')).toBeGreaterThan(0);
      if (set.counts.substitutions > 0) expect(await count('substitutions')).toBeGreaterThan(0);
    },
  );
});
