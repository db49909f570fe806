import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ParsedPlan } from '@kreide/core/features/timetable-import';
import { expect, it } from 'vitest';
import { describeSamples, listSamples, SAMPLES } from '../../../../../tests/support/samples.ts';
import { indiwareParser } from './index.ts';

const read = (name: string) => ({ name, bytes: new Uint8Array(readFileSync(resolve(SAMPLES, 'indiware', name))) });

/**
 * The numbers of the sample's row in SOURCES.tsv: classes, taught units, plan entries, change marks, teachers, rooms.
 */
function readNumbers(name: string): number[] {
  const rows = readFileSync(resolve(SAMPLES, 'SOURCES.tsv'), 'utf8')
    .split('\n')
    .map((row) => row.split('\t'));
  const column = rows[0]?.indexOf('counts') ?? -1;
  return (rows.find(([file]) => file === `indiware/${name}`)?.[column]?.match(/\d+/g) ?? []).map(Number);
}

function listDangling(plan: ParsedPlan): string[] {
  const lessons = new Set(plan.lessons.map((lesson) => lesson.external_id));
  const known = new Set([...plan.grades, ...plan.teachers, ...plan.bookables].map((record) => record.code));
  const sides = plan.substitutions.flatMap((substitution) => [substitution.from, substitution.to]);
  return [
    ...plan.substitutions.flatMap(({ lesson }) => (lesson === null || lessons.has(lesson) ? [] : [lesson])),
    ...sides
      .flatMap((side) => [...(side.grades ?? []), ...(side.teachers ?? []), ...(side.bookables ?? [])])
      .filter((code) => !known.has(code)),
    ...plan.lessons.flatMap((lesson) => [...lesson.grades, ...lesson.teachers]).filter((code) => !known.has(code)),
  ];
}

describeSamples('days of real schools from Indiware', () => {
  const days = listSamples('indiware', (name) => name.startsWith('VpMobil'));

  it.each(days)('%s: counts as listed, nothing rejected, nothing dangling', (name) => {
    const plan = indiwareParser.parse([read(name)], {});
    const [grades, lessons, placements, , teachers, rooms] = readNumbers(name);
    expect(plan.counts).toMatchObject({ grades, lessons, placements, teachers });
    // Where a file was indented later, the list counts the blank after an empty `<Ra/>` as one more room.
    const isIndented = readFileSync(resolve(SAMPLES, 'indiware', name), 'utf8').includes('\n\t');
    expect(plan.counts.bookables).toBe(isIndented ? rooms! - 1 : rooms);
    expect(plan.rejected).toEqual([]);
    expect(listDangling(plan)).toEqual([]);
    const ids = plan.substitutions.map((record) => record.external_id);
    expect(new Set(ids).size).toBe(ids.length);
    const date = `${name.slice(-12, -8)}-${name.slice(-8, -6)}-${name.slice(-6, -4)}`;
    expect(plan.scope).toEqual({
      complete: [],
      lessons: { from: date, to: date },
      substitutions: { from: date, to: date },
    });
  });

  it('finds both ends of a move inside the day', () => {
    const plan = indiwareParser.parse([read('VpMobil_PlanKl20240809.xml')], {});
    const moves = plan.substitutions.filter(({ counterpart }) => counterpart?.date === '2024-08-09');
    expect(moves.map(({ kind, hour, counterpart }) => [kind, hour, counterpart?.hour])).toEqual([
      ['MOVED_FROM', '1', '7'],
      ['MOVED_FROM', '2', '8'],
      ['MOVED_FROM', '7', '1'],
      ['MOVED_TO', '8', '2'],
    ]);
  });

  it('reads the list of changes whose declaration names the wrong encoding, and refuses the page made of it', () => {
    const plan = indiwareParser.parse([read('vplan_vp-classic.xml')], {});
    expect(plan.counts.substitutions).toBe(1);
    expect(plan.substitutions.find((record) => record.kind === null)?.comment).toBe('für Mat Mül');
    const page = read('vplan_export.html');
    expect(indiwareParser.recognise([page])).toBe(0);
    expect(() => indiwareParser.parse([page], {})).toThrow('unsupported_format');
  });
});
