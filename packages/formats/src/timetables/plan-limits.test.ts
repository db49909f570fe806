import { type LessonRecord, PLAN_LIMITS } from '@kreide/core/features/timetable-import';
import { expect, test } from 'vitest';
import { createFindings } from './findings.ts';
import { createPlan } from './plan.ts';
import { limitPlan } from './plan-limits.ts';

const codes = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);

function lesson(grades: string[], places = 1): LessonRecord {
  const place = {
    weekday: 1,
    hour: '1',
    begins_at: null,
    ends_at: null,
    bookables: [],
    weeks: { kind: 'every' },
  } as const;
  return {
    external_id: 'l',
    subject: 'MA',
    grades,
    teachers: ['Abl'],
    course: null,
    begins_at: null,
    ends_at: null,
    comment: null,
    placements: Array.from({ length: places }, () => ({ ...place, bookables: [] })),
  };
}

test('a lesson of more than 200 classes is rejected in words, the others stay [T-3.92]', () => {
  const findings = createFindings();
  const plan = { ...createPlan('csv'), lessons: [lesson(codes(200)), lesson(codes(201))] };
  expect(limitPlan(plan, findings).lessons).toEqual([plan.lessons[0]]);
  expect(findings.rejected).toMatchObject([{ reason: 'too_many_codes', value: 'MA Abl k0, k1, k2, k3, k4' }]);
});

test('more lessons, changes or classes than a school has are refused as a whole [T-3.92]', () => {
  const findings = createFindings();
  const many = { ...createPlan('csv'), lessons: [lesson(['5a'], PLAN_LIMITS.lessons + 1)] };
  expect(() => limitPlan(many, findings)).toThrow('too_many_lessons');
  expect(limitPlan({ ...many, lessons: [lesson(['5a'], PLAN_LIMITS.lessons)] }, findings).lessons).toHaveLength(1);
  const grades = codes(PLAN_LIMITS.units + 1).map((code) => ({ external_id: null, code, name: null }));
  expect(() => limitPlan({ ...createPlan('csv'), grades }, findings)).toThrow('too_many_units');
});
