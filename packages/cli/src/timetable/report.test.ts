import { NO_PARTS, type Upload } from '@kreide/core/features/timetable-import';
import { expect, it } from 'vitest';
import { createTexts } from '../texts.ts';
import { toChanges } from './report.ts';

const NONE = { added: 0, changed: 0, removed: 0 };

it('what would change is a line each for lessons and substitutions, and for every other part that is touched [D-3.08]', () => {
  const changes = {
    is_empty: false,
    lines: [],
    lessons: { added: 1, changed: 2, removed: 3 },
    substitutions: { added: 4, changed: 5, removed: 6 },
    parts: { ...NO_PARTS, bookables: { ...NONE, added: 7 } },
  };
  const upload = { source: 'untis', format: null, school_year: null, counts: null, changes } as unknown as Upload;
  const text = toChanges({ t: createTexts('en') }, upload);
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));
  expect(rows).toEqual([
    ['untis'],
    [''],
    ['new', 'changed', 'removed'],
    ['Lessons', '1', '2', '3'],
    ['Substitutions', '4', '5', '6'],
    ['Rooms', '7', '0', '0'],
  ]);
});
