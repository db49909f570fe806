import { describe, expect, it } from 'vitest';
import { areStepValues, isStepSaid } from './second-step.ts';

describe('the second step of a service', () => {
  it('counts where the service says it by its method or a word that the school has written down', () => {
    const values = 'https://refeds.org/profile/mfa\n gold';
    for (const said of [{ amr: ['pwd', 'mfa'] }, { amr: ['otp'] }, { acr: 'gold', amr: ['pwd'] }, { acr: 'gold' }])
      expect(isStepSaid(said, values), JSON.stringify(said)).toBe(true);
    expect(isStepSaid({ amr: ['hwk'] }, '')).toBe(true);
  });

  it('never counts where the service does not say it, or says it in another form', () => {
    const wrong = [
      {},
      { acr: 'silver' },
      { acr: '' },
      { acr: ['gold'] },
      { amr: 'mfa' },
      { amr: ['pwd'] },
      { amr: ['pwd', 'sms', 'kba', 'pin', 'sc', 'user'] },
      { amr: [['mfa']] },
    ];
    for (const said of wrong) expect(isStepSaid(said, 'gold'), JSON.stringify(said)).toBe(false);
    expect(isStepSaid({ acr: '' }, '')).toBe(false);
    expect(['x '.repeat(20), 'x '.repeat(21)].map(areStepValues)).toEqual([true, false]);
    expect(['x'.repeat(200), 'x'.repeat(201)].map(areStepValues)).toEqual([true, false]);
  });
});
