import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ParsedPlan, UploadCounts } from '@kreide/core/features/timetable-import';
import { expect, it } from 'vitest';
import { describeSamples, SAMPLES } from '../../../../../tests/support/samples.ts';
import { detectParser } from '../detect.ts';
import { parsers } from '../parsers.ts';
import { untisGpuParser, untisXmlParser } from './index.ts';

const read = (path: string) => ({
  name: path.split('/').at(-1)!,
  bytes: new Uint8Array(readFileSync(resolve(SAMPLES, path))),
});
const parseGpu = (path: string) => untisGpuParser.parse([read(path)], { do_not_print: true });

/** Codes that a plan refers to without a record. */
function listDangling(plan: ParsedPlan): string[] {
  const known = (records: ParsedPlan['grades']) => new Set(records.map((record) => record.code));
  const [grades, teachers, rooms] = [known(plan.grades), known(plan.teachers), known(plan.bookables)];
  const sides = plan.substitutions.flatMap((substitution) => [substitution.from, substitution.to]);
  return [
    ...[...plan.lessons, ...sides].flatMap((item) => item.grades ?? []).filter((code) => !grades.has(code)),
    ...[...plan.lessons, ...sides].flatMap((item) => item.teachers ?? []).filter((code) => !teachers.has(code)),
    ...sides.flatMap((side) => side.bookables ?? []).filter((code) => !rooms.has(code)),
    ...plan.lessons
      .flatMap((lesson) => lesson.placements.flatMap((slot) => slot.bookables))
      .filter((code) => !rooms.has(code)),
  ];
}

describeSamples('files of real and demo schools from Untis', () => {
  it.each<[string, Partial<UploadCounts>]>([
    ['GPU001_gymnasium.TXT', { lessons: 335, placements: 2860, grades: 23, teachers: 80, bookables: 79 }],
    ['GPU002_gymnasium-demo.TXT', { lessons: 862, placements: 0, grades: 49, teachers: 113, bookables: 132 }],
    ['GPU005_rooms.TXT', { bookables: 121 }],
    ['GPU014_demo.TXT', { substitutions: 3, grades: 4, teachers: 1 }],
    ['GPU014_school-start.TXT', { substitutions: 329, grades: 29, teachers: 56 }],
    ['GPU017_exams.TXT', { substitutions: 84 }],
  ])('%s: counts as listed, nothing rejected, nothing dangling', (name, counts) => {
    expect(untisGpuParser.recognise([read(`untis-gpu/${name}`)])).toBeGreaterThan(0.5);
    const plan = parseGpu(`untis-gpu/${name}`);
    expect(plan.counts).toMatchObject(counts);
    expect(plan.rejected).toEqual([]);
    expect(listDangling(plan)).toEqual([]);
    const ids = [...plan.lessons, ...plan.substitutions].map((record) => record.external_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is the only parser that takes them for its own, one by one and together', () => {
    const names = ['GPU002_gymnasium-demo', 'GPU005_rooms', 'GPU009_supervisions', 'GPU014_demo', 'GPU017_exams'];
    const files = names.map((name) => read(`untis-gpu/${name}.TXT`));
    for (const file of files) expect(detectParser([file], parsers).formats).toEqual(['untis-gpu']);
    const choices = { name: 'GPU015.TXT', bytes: new TextEncoder().encode('"PupA",40,"M L1",,"12","S",,,,,,,,,\n') };
    expect(detectParser([...files, choices], parsers)).toBe(untisGpuParser);
    expect(detectParser([read('untis-xml/untis-3.1_demo-school.xml')], parsers)).toBe(untisXmlParser);
  });

  it('reads all 20 supervisions', () => {
    expect(parseGpu('untis-gpu/GPU009_supervisions.TXT').supervisions).toHaveLength(20);
  });

  it('loses no placement of the whole school: each row is in the lesson of its number', () => {
    const plan = parseGpu('untis-gpu/GPU001_gymnasium.TXT');
    const slots = plan.lessons.flatMap((lesson) =>
      lesson.placements.flatMap((slot) => {
        const rooms = slot.bookables.length > 0 ? slot.bookables : [''];
        const grades = lesson.grades.length > 0 ? lesson.grades : [''];
        return rooms.flatMap((room) =>
          grades.map((grade) => [lesson.external_id, grade, room, slot.weekday, slot.hour].join('|')),
        );
      }),
    );
    expect(slots).toHaveLength(2860);
    expect(new Set(slots).size).toBe(2860);
  });

  it('finds the other end of eleven moves, and leaves out what is not to be printed by default', () => {
    const plan = parseGpu('untis-gpu/GPU014_school-start.TXT');
    expect(plan.substitutions.filter((record) => record.counterpart).length).toBe(22);
    expect(plan.scope.substitutions).toEqual({ from: '2021-09-13', to: '2021-09-23' });
    const printed = untisGpuParser.parse([read('untis-gpu/GPU014_school-start.TXT')], {});
    expect(printed.counts.substitutions).toBe(207);
    expect(printed.warnings).toContainEqual({ code: 'do_not_print_skipped', params: { count: 122 } });
  });

  it('joins the files of one school, and refuses those of two', () => {
    const names = ['GPU002_gymnasium-demo', 'GPU005_rooms', 'GPU009_supervisions', 'GPU014_demo', 'GPU017_exams'];
    const plan = untisGpuParser.parse(
      names.map((name) => read(`untis-gpu/${name}.TXT`)),
      {},
    );
    expect(
      plan.substitutions
        .filter((record) => record.lesson !== null)
        .every(({ lesson }) => plan.lessons.some((known) => known.external_id === lesson)),
    ).toBe(true);
    const mixed = ['GPU001_gymnasium', 'GPU002_gymnasium-demo'].map((name) => read(`untis-gpu/${name}.TXT`));
    expect(() => untisGpuParser.parse(mixed, {})).toThrow('sources_contradict');
  });

  it('reads the XML demo school', () => {
    const plan = untisXmlParser.parse([read('untis-xml/untis-3.1_demo-school.xml')], {});
    expect(plan.counts).toMatchObject({ lessons: 3, grades: 49, teachers: 125, bookables: 121, subjects: 176 });
    expect(plan.holidays).toHaveLength(15);
    expect(plan.courses).toHaveLength(380);
    expect(plan.rejected).toEqual([]);
    expect(listDangling(plan)).toEqual([]);
    expect(plan.lessons[0]?.grades).toEqual(['FOT 11B', '11', '12 1', '13']);
  });
});
