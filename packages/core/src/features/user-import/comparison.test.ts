import { describe, expect, it } from 'vitest';
import { COMPARISON_STEPS, COMPARISON_TYPES, canEnter, currentStep, STEP_NUMBERS, stepAfter } from './comparison.ts';

const DONE = { is_read: true, ambiguous: 0 };

describe('the steps of the comparison', () => {
  it('are seven in this order with the numbers 1, 2, 3, 4, 4, 5 and 6, of a list or a directory [T-2.118] [T-4.61]', () => {
    expect(COMPARISON_TYPES).toEqual(['csv', 'data-sync']);
    expect(COMPARISON_STEPS.map((step) => STEP_NUMBERS[step])).toEqual([1, 2, 3, 4, 4, 5, 6]);
    expect(stepAfter('auto-matches')).toBe('confirm-graduates');
    expect(stepAfter('summary')).toBeNull();
  });

  it('are entered one at a time, and only after the work of the one before [T-4.61]', () => {
    for (const step of COMPARISON_STEPS)
      for (const reached of COMPARISON_STEPS)
        expect(canEnter(step, reached, DONE)).toBe(
          COMPARISON_STEPS.indexOf(step) === COMPARISON_STEPS.indexOf(reached) + 1,
        );
    expect(canEnter('auto-matches', 'new-users-list', { is_read: false, ambiguous: 0 })).toBe(false);
    expect(canEnter('confirm-graduates', 'auto-matches', { is_read: true, ambiguous: 1 })).toBe(false);
  });

  it('go back to the one whose work is not done any more [T-4.61]', () => {
    expect(currentStep('summary', DONE)).toBe('summary');
    expect(currentStep('summary', { is_read: true, ambiguous: 2 })).toBe('auto-matches');
    expect(currentStep('confirm-new-students', { is_read: false, ambiguous: 0 })).toBe('new-users-list');
    expect(currentStep('introduction', { is_read: false, ambiguous: 0 })).toBe('introduction');
  });
});
