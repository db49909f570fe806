import type { ImportRun } from '@kreide/core/features/user-import';
import { expect, it } from 'vitest';
import { createTexts } from '../texts.ts';
import { toDoubtful, toPlan } from './report.ts';

it('a plan says how many people of each role the list holds, before anything is saved', () => {
  const counts = { new: 3, changed: 0, unchanged: 0, missing: 0, ambiguous: 0, rejected: 0 };
  const roles = [
    { type: 'STUDENT', people: 2 },
    { type: 'TEACHER', people: 1 },
  ];
  const nothing = { renumbered: null, new_classes: [], proposals: [], notes: [] };
  const text = toPlan({ t: createTexts('en') }, { counts, roles, ...nothing } as unknown as ImportRun, []);
  expect(text).toMatch(/Students\s+2\s/);
  expect(text).toMatch(/Teachers\s+1\s/);
});

it('doubtful classes are options to copy, each one word of a command line', () => {
  const text = toDoubtful({ t: createTexts('en') }, ["5'a; date", '2023\u001b[2J'], 'users.doubtfulHow');
  expect(text).toContain("  --accept-class '5'\\''a; date'\n  --accept-class '2023 [2J'\n");
});
