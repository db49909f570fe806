import { expect, it } from 'vitest';
import { secondStepDutyOf } from './second-step.ts';

it('a second step is wanted of the roles that the school names, announced before the day and due from it on', () => {
  const teacher = { role: 'TEACHER', is_tfa_enabled: false } as const;
  const rule = { roles: ['TEACHER' as const], from: '2026-12-01' };
  const dutyOn = (today: string) => secondStepDutyOf(teacher, rule, today);
  expect([dutyOn('2026-11-30'), dutyOn('2026-12-01'), dutyOn('2026-12-02')]).toEqual(['soon', 'due', 'due']);
  expect(secondStepDutyOf(teacher, { ...rule, from: null }, '2026-01-01')).toBe('due');
  expect(secondStepDutyOf({ ...teacher, is_tfa_enabled: true }, rule, '2026-12-24')).toBe('none');
  expect(secondStepDutyOf({ ...teacher, role: 'PARENT' }, rule, '2026-12-24')).toBe('none');
  expect(secondStepDutyOf(teacher, { roles: [], from: null }, '2026-12-24')).toBe('none');
});
