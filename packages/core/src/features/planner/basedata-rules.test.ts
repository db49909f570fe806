import { expect, it } from 'vitest';
import { basedataProblems, findSameCourse } from './basedata-rules.ts';
import type { BasedataDrafts } from './basedata-schema.ts';

const room: BasedataDrafts['bookables'] = {
  shortcut: 'L1',
  name: 'Labor',
  description: null,
  kind: null,
  building: null,
  capacity: null,
  is_public: true,
};
const stored = { ...room, id: 1, is_imported: false };
const found = (draft: Partial<typeof room>, row: typeof stored | null, others: { id: number; shortcut: string }[]) =>
  basedataProblems(
    'bookables',
    { ...room, ...draft },
    row,
    others.map((one) => ({ is_imported: true, ...one })),
  ).map(({ field, rule }) => `${field} ${rule}`);

it('a short name is there once, whatever its case; a double that an import left hinders no other change', () => {
  expect(found({}, null, [{ id: 2, shortcut: 'l1 ' }])).toEqual(['shortcut shortcutTaken']);
  expect(
    found({ name: 'Saal' }, stored, [
      { id: 1, shortcut: 'L1' },
      { id: 2, shortcut: 'L1' },
    ]),
  ).toEqual([]);
  expect(found({ shortcut: 'L2' }, stored, [{ id: 2, shortcut: 'L2' }])).toEqual(['shortcut shortcutTaken']);
  expect(found({ shortcut: '  ' }, null, [])).toEqual(['shortcut shortcutRequired']);
});

it('what an import brought keeps what the import writes, all else can be another', () => {
  const imported = { ...stored, is_imported: true };
  expect(found({ kind: 'Fachraum', capacity: 30 }, imported, [])).toEqual([]);
  expect(found({ name: 'Saal' }, imported, [])).toEqual(['name ownedByImport']);
});

it('a course is the same with the same subject, classes and teachers in whatever order [T-5.35]', () => {
  const course = { id: 1, subject_id: 4, grade_ids: [1, 2], teacher_ids: [7, 8] };
  const like = (values: object) => findSameCourse({ ...course, id: 2, ...values }, [course])?.id;
  expect(like({ grade_ids: [2, 1], teacher_ids: [8, 7, 8] })).toBe(1);
  for (const values of [{ subject_id: 5 }, { grade_ids: [1] }, { teacher_ids: [7] }, { id: 1 }])
    expect(like(values)).toBeUndefined();
  // Another year has a course of its own; one without a year lives in each.
  const ofYear = (one: number | null, other: number | null) =>
    findSameCourse({ ...course, id: 2, season_id: one }, [{ ...course, season_id: other }])?.id;
  expect([ofYear(5, 5), ofYear(null, 5), ofYear(5, null), ofYear(6, 5)]).toEqual([1, 1, 1, undefined]);
  const draft = { shortcut: 'M', name: null, subject_id: null, grade_ids: [], teacher_ids: [], is_required: true };
  expect(basedataProblems('courses', draft, null, [{ id: 3, shortcut: 'M', is_imported: false }])).toEqual([
    { field: 'subject_id', rule: 'partRequired' },
  ]);
});
