import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LessonRecord } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { demoSchool } from '../school.ts';
import { changedSchool } from './changes.ts';
import { exampleFiles } from './index.ts';
import { EXAMPLE_DATE, exampleReadme } from './readme.ts';

const { sets, changes, source } = exampleFiles(EXAMPLE_DATE);
const folder = fileURLToPath(new URL('../../../../examples/import-files/', import.meta.url));
const { plan } = source.school;

function textOf(name: string, set: string): string {
  const file = sets.find((one) => one.folder === set)?.files.find((one) => one.name === name);
  return new TextDecoder(set === 'untis-gpu' ? 'windows-1252' : 'utf-8').decode(file?.bytes);
}

const count = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).length;

describe('the example files', () => {
  it('are committed as the writers make them', () => {
    for (const set of sets) {
      for (const file of set.files) {
        const path = join(folder, set.folder, file.name);
        expect(existsSync(path), path).toBe(true);
        expect(Buffer.compare(readFileSync(path), file.bytes), `${path} is stale: run scripts/write-examples.ts`).toBe(
          0,
        );
      }
    }
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe(exampleReadme(sets, changes, source));
  });

  it('are small enough for a repository', () => {
    const size = sets.flatMap((set) => set.files).reduce((sum, file) => sum + file.bytes.length, 0);
    expect(size).toBeLessThan(3_000_000);
  });

  it('hold every lesson and every slot of the plan', () => {
    const { lessons, placements } = plan.counts;
    const asc = textOf('asc-2012.xml', 'asc-2012');
    expect([count(asc, /<lesson /g), count(asc, /<card /g)]).toEqual([lessons, placements]);
    const legacy = textOf('asc-legacy.xml', 'asc-legacy');
    expect([count(legacy, /<lesson /g), count(legacy, /<card /g)]).toEqual([lessons, placements]);
    const xml = textOf('untis.xml', 'untis-xml');
    expect([count(xml, /<lesson /g), count(xml, /<time>/g)]).toEqual([lessons, placements]);
    expect(count(textOf('lessons.csv', 'csv'), /\r\n/g)).toBe(placements + 1);
    const rows = plan.lessons.reduce((sum, lesson) => sum + lesson.placements.length * lesson.grades.length, 0);
    expect(count(textOf('GPU001.TXT', 'untis-gpu'), /\r\n/g)).toBe(rows);
    expect(count(textOf('splank.xml', 'indiware-splan'), /<Std>/g)).toBe(rows);
  });

  it('are Windows-1252 where they say so, and ASCII with character references in the aSc file', () => {
    const rooms = sets.find((set) => set.folder === 'untis-gpu')?.files.find((file) => file.name === 'GPU005.TXT');
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(rooms?.bytes)).toThrow();
    expect(textOf('GPU005.TXT', 'untis-gpu')).toContain('"BÜCH"');
    expect(textOf('asc-2012.xml', 'asc-2012')).toMatch(/^[\0-\x7f]*$/);
    expect(textOf('asc-2012.xml', 'asc-2012')).toContain('B&#220;CH');
  });

  it('can be made for any date of the school year', () => {
    const other = exampleFiles('2027-06-12');
    expect(other.source.days).toEqual(['2027-06-14', '2027-06-15']);
    const vpMobil = other.sets.find((set) => set.folder === 'indiware-vpmobil')?.files[0];
    expect(vpMobil?.name).toBe('PlanKl20270614.xml');
    expect(other.sets.every((set) => set.files.every((file) => file.bytes.length > 100))).toBe(true);
  });
});

describe('the changed plan', () => {
  const before = demoSchool(new Date(`${EXAMPLE_DATE}T10:00:00Z`)).plan;
  const state = ({ external_id, ...rest }: LessonRecord) => [external_id, JSON.stringify(rest)] as const;

  it('differs in a few lessons: four changed, one gone, one new', () => {
    const [old, fresh] = [new Map(before.lessons.map(state)), new Map(plan.lessons.map(state))];
    const ids = (one: Map<string, string>, other: Map<string, string>) =>
      [...one.keys()].filter((id) => !other.has(id));
    expect([ids(old, fresh).length, ids(fresh, old).length]).toEqual([1, 1]);
    expect([...fresh].filter(([id, text]) => old.has(id) && old.get(id) !== text)).toHaveLength(4);
    expect(changes).toHaveLength(5);
  });

  it('still has nobody and no room twice at the same time', () => {
    const { school } = changedSchool(demoSchool(new Date(`${EXAMPLE_DATE}T10:00:00Z`)));
    const used = school.plan.lessons.flatMap((lesson) =>
      lesson.placements.flatMap((slot) => {
        const weeks = slot.weeks.kind === 'cycle' ? [slot.weeks.name] : ['A', 'B'];
        return weeks.flatMap((week) =>
          [...lesson.teachers, ...slot.bookables].map((code) => `${code} ${week} ${slot.weekday} ${slot.hour}`),
        );
      }),
    );
    expect(new Set(used).size).toBe(used.length);
  });
});
