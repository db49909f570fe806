import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Upload } from '../../packages/core/src/features/timetable-import/schema.ts';
import { publishUpload, readBytes, uploadFiles } from '../support/imports.ts';
import { buildSchool, buildUser, signIn } from '../support/people.ts';
import { describeSamples, SAMPLES } from '../support/samples.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** `2244 lessons, 6843 cards …` as numbers by word. */
function countsOf(file: string): Record<string, number> {
  const rows = readFileSync(join(SAMPLES, 'SOURCES.tsv'), 'utf8')
    .split('\n')
    .map((line) => line.split('\t'));
  const text = rows.find(([name]) => name === file)?.[7] ?? '';
  return Object.fromEntries(
    [...text.matchAll(/(\d+) ([a-z ]+?)(?=[,;(]|$)/g)].map(([, count, word]) => [word?.trim() ?? '', Number(count)]),
  );
}

let server: TestServer;
let admin: string;
let schools = 0;

/** A school of its own for each sample, with a school year that fits the dates of the file. */
async function newSchool(year: number): Promise<void> {
  const { kysely } = server.test.database;
  schools += 1;
  const slink = `school-${schools}`;
  const school = await buildSchool(kysely, slink);
  await kysely
    .updateTable('school_years')
    .set({ name: `${year} / ${year + 1}`, begins_at: `${year}-08-01`, ends_at: `${year + 1}-07-31`, anchor: null })
    .where('school_id', '=', school.id)
    .execute();
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  admin = await signIn(server, slink, 'admin');
}

async function importSample(file: string, year: number, fields: Record<string, string> = {}): Promise<Upload> {
  await newSchool(year);
  const ready = await uploadFiles(
    server,
    admin,
    [{ name: basename(file), bytes: readBytes(join(SAMPLES, file)) }],
    // The years of most samples are over: they are meant.
    { school_year: `${year} / ${year + 1}`, ...fields },
  );
  expect(ready.error).toBeNull();
  expect(ready.rejected.every((row) => row.reason !== '')).toBe(true);
  return publishUpload(server, admin, ready);
}

describeSamples('real exports from public sources', () => {
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it.each([
    'asc/asc-legacy-days_school-ua.xml',
    'asc/asctt2012_college-sg-term2.xml',
    'asc/asctt2012_institute-br.xml',
    'asc/asctt2012_school-th.xml',
  ])('%s of aSc goes in whole', async (file) => {
    const counts = countsOf(file);
    const upload = await importSample(file, 2026);
    expect(upload).toMatchObject({ state: 'PUBLISHED', source: 'asc' });
    expect(upload.counts).toMatchObject({
      lessons: counts.lessons,
      placements: counts.cards,
      grades: counts.classes,
      teachers: counts.teachers,
      bookables: counts.rooms,
      subjects: counts.subjects,
    });
    const again = await uploadFiles(server, admin, [{ name: basename(file), bytes: readBytes(join(SAMPLES, file)) }]);
    expect(again.changes).toMatchObject({ added: 0, changed: 0, removed: 0 });
  });

  it('the Untis placements go in whole, with assumed period times said', async () => {
    const file = 'untis-gpu/GPU001_gymnasium.TXT';
    const counts = countsOf(file);
    const upload = await importSample(file, 2026);
    expect(upload.counts).toMatchObject({
      lessons: counts.lessons,
      placements: counts.rows,
      grades: counts.classes,
      teachers: counts.teachers,
      bookables: counts.rooms,
    });
    expect(upload.warnings.length).toBeGreaterThan(0);
  });

  it('the Untis lessons without placements are known, not shown', async () => {
    const file = 'untis-gpu/GPU002_gymnasium-demo.TXT';
    const counts = countsOf(file);
    const upload = await importSample(file, 2009);
    expect(upload.counts).toMatchObject({
      lessons: counts.lessons,
      grades: counts.classes,
      teachers: counts.teachers,
      bookables: counts.rooms,
    });
  });

  it.each([
    ['untis-gpu/GPU014_school-start.TXT', 2021],
    ['untis-gpu/GPU014_demo.TXT', 2009],
  ])('the Untis substitutions of %s go in whole when "do not print" is wanted too [T-3.93]', async (file, year) => {
    const upload = await importSample(file, year, { do_not_print: 'true' });
    expect(upload.counts?.substitutions).toBe(countsOf(file).substitutions);
    expect(upload.rejected_count).toBe(0);
  });

  it('the Untis exams become events', async () => {
    const upload = await importSample('untis-gpu/GPU017_exams.TXT', 2009);
    expect(upload.counts?.substitutions).toBe(84);
  });

  it('the Untis XML goes in whole', async () => {
    const file = 'untis-xml/untis-3.1_demo-school.xml';
    const counts = countsOf(file);
    const upload = await importSample(file, 2009);
    expect(upload.counts).toMatchObject({
      lessons: counts.lessons,
      grades: counts.classes,
      teachers: counts.teachers,
      bookables: counts.rooms,
      subjects: counts.subjects,
    });
  });

  it.each([
    ['indiware/VpMobil_PlanKl20231220.xml', 2023],
    ['indiware/VpMobil_PlanKl20240805.xml', 2024],
    ['indiware/VpMobil_PlanKl20240812.xml', 2024],
  ])('the Indiware day of %s goes in whole', async (file, year) => {
    const counts = countsOf(file);
    const upload = await importSample(file, year);
    expect(upload).toMatchObject({ state: 'PUBLISHED', source: 'indiware' });
    // Rooms are compared beside the parser: the list counts an empty room of some files as one.
    expect(upload.counts).toMatchObject({
      grades: counts.classes,
      lessons: counts['taught units'],
      placements: counts['plan entries'],
      teachers: counts.teachers,
    });
  });

  it('a file that is no timetable export is refused by name and changes nothing', async () => {
    await newSchool(2026);
    for (const file of ['untis-gpu/rows-per-file-type.tsv', 'indiware/vplan_export.html']) {
      const upload = await uploadFiles(server, admin, [
        { name: basename(file), bytes: readBytes(join(SAMPLES, file)) },
      ]);
      expect(upload, file).toMatchObject({ state: 'FAILED', counts: null });
      expect(upload.error).toContain(basename(file));
    }
  });
});
