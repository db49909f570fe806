import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import {
  type Importing,
  linesOf,
  readPeopleTables,
  revertPeople,
  savePeople,
  uploadPeople,
} from '../../../../../tests/support/people-imports.ts';
import { describeSamples, listSamples, SAMPLES } from '../../../../../tests/support/samples.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let importing: Importing;
let schools = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  schools += 1;
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, `saved-${schools}`);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  importing = { server, token: await signIn(server, school.slink, 'admin'), schoolId: school.id };
});

/** Saved, found again without a change, and taken back to the last row; answers how many came. */
async function saveAndUndo(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<number> {
  const before = await readPeopleTables(server);
  const run = await uploadPeople(importing, bytes, { name });
  if (run.state === 'FAILED') {
    // A reason that somebody at a school can act on, not a crash.
    expect(run.error?.code).not.toBe('reader_crashed');
    expect(await readPeopleTables(server)).toEqual(before);
    return 0;
  }
  expect(run.state).toBe('READY');
  const saved = await savePeople(importing, run);
  expect(saved.state, JSON.stringify(saved)).toBe('SAVED');
  const again = await uploadPeople(importing, bytes, { name });
  expect(again.counts, 'the same list again').toMatchObject({ new: 0, changed: 0, missing: 0 });
  expect((await revertPeople(importing, saved)).state).toBe('UNDONE');
  expect(await readPeopleTables(server)).toEqual(before);
  return run.counts?.new ?? 0;
}

describe('a list with what no database holds', () => {
  it('is saved but for the rows of which it is, each with its reason [D-3.07]', async () => {
    const rows = [
      'Nachname;Vorname;Geburtsdatum;Klasse\0',
      'Me\0ier;Anna;01.02.2015;5a',
      `${'Lang'.repeat(125)};Ida;01.02.2015;5a`,
      'Tag;Otto;30.02.2015;5a',
      // Cut after two hundred letters, in the middle of one of these.
      `;${'a'.repeat(198)}${'😀'.repeat(20)};01.02.2015;5a`,
      `=cmd|' /C calc'!A0;Eva;01.02.2015;5a`,
      `"Robert'); drop table users;--";Bo;01.02.2015;5a`,
      'Gut;Gerda;01.02.2015;5\0a',
    ];
    const bytes = new TextEncoder().encode(rows.join('\n'));
    expect((await uploadPeople(importing, bytes)).state).toBe('READY');
    const lines = await linesOf(importing, '?kind=rejected');
    expect(lines.map(({ places, rejected }) => [places[0]?.line, rejected?.code])).toEqual([
      [2, 'unreadable_letters'],
      [3, 'name_too_long'],
      [4, 'bad_birth_date'],
      [5, 'no_name'],
    ]);
    const added = await linesOf(importing, '?kind=new');
    expect(added.map((line) => [line.name, line.class])).toContainEqual(['Gut, Gerda', '5a']);
    expect(await saveAndUndo(bytes, 'people.csv')).toBe(3);
  });
});

describeSamples('people, saved', () => {
  it.each(listSamples('people', (name) => name !== 'SOURCES.tsv'))(
    'of %s are saved, found again without a change and taken back to the last row [D-3.06]',
    async (name) => {
      const bytes = new Uint8Array(readFileSync(join(SAMPLES, 'people', name)));
      const people = await saveAndUndo(bytes, name);
      // All are lists with people, but for guardians whose children come in another list, and one whose rows are two
      // people or of another width.
      if (!/responsables|two-ids/.test(name)) expect(people).toBeGreaterThan(0);
    },
  );
});
