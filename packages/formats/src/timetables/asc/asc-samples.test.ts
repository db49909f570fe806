import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EntityRecord } from '@kreide/core/features/timetable-import';
import { expect, it } from 'vitest';
import { describeSamples, listSamples, SAMPLES } from '../../../../../tests/support/samples.ts';
import { ascParser } from './index.ts';

/** `407 lessons, 748 cards, 29 classes, …` of the sample's row in SOURCES.tsv. */
function readCounts(file: string): Record<string, number> {
  const rows = readFileSync(resolve(SAMPLES, 'SOURCES.tsv'), 'utf8')
    .split('\n')
    .map((row) => row.split('\t'));
  const column = rows[0]?.indexOf('counts') ?? -1;
  const parts = (rows.find(([name]) => name === `asc/${file}`)?.[column] ?? '')
    .split(', ')
    .map((part) => part.split(' '));
  return Object.fromEntries(parts.map(([count, name]) => [name, Number(count)]));
}

const keysOf = (entities: readonly EntityRecord[]) => new Set(entities.map((entity) => entity.external_id));

describeSamples('whole schools exported from aSc', () => {
  const files = listSamples('asc', (name) => name.endsWith('.xml'));

  it.each(files)('%s: counts as listed, no dangling reference, nothing rejected', (name) => {
    const plan = ascParser.parse([{ name, bytes: readFileSync(resolve(SAMPLES, 'asc', name)) }], {});
    const expected = readCounts(name);
    expect({
      lessons: plan.counts.lessons,
      cards: plan.counts.placements,
      classes: plan.counts.grades,
      teachers: plan.counts.teachers,
      rooms: plan.counts.bookables,
      subjects: plan.counts.subjects,
    }).toEqual({
      lessons: expected.lessons,
      cards: expected.cards,
      classes: expected.classes,
      teachers: expected.teachers,
      rooms: expected.rooms,
      subjects: expected.subjects,
    });
    expect(plan.rejected).toEqual([]);
    expect(plan.lessons.flatMap((lesson) => lesson.placements)).toHaveLength(plan.counts.placements);

    const courses = new Set(plan.courses.map((course) => course.external_id));
    const [teachers, grades, rooms, subjects] = [plan.teachers, plan.grades, plan.bookables, plan.subjects].map(keysOf);
    for (const lesson of plan.lessons) {
      expect(lesson.teachers.every((id) => teachers?.has(id))).toBe(true);
      expect(lesson.grades.every((id) => grades?.has(id))).toBe(true);
      expect(lesson.subject === null || subjects?.has(lesson.subject)).toBe(true);
      expect(lesson.course === null || courses.has(lesson.course)).toBe(true);
      expect(lesson.placements.every((placement) => placement.bookables.every((id) => rooms?.has(id)))).toBe(true);
    }
    expect(courses.size).toBe(plan.courses.length);
  });
});
