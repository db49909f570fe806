import { describe, expect, it } from 'vitest';
import { compareVersions, hasGate, NATIVE_GATES } from './native-version.ts';

describe('versions of the native wrapper', () => {
  it('are compared by their numbers: 4.0.10 is higher than 4.0.9 [P-4.33]', () => {
    const sorted = ['4.0.9', '10.0', '4.0.10', '3.9.99', '4', '4.0.6'].toSorted(compareVersions);
    expect(sorted).toEqual(['3.9.99', '4', '4.0.6', '4.0.9', '4.0.10', '10.0']);
    expect(compareVersions('4', '4.0.0')).toBe(0);
  });

  it('open gates at exactly 4.0.0, 4.0.6, 4.0.9 and 4.0.10 [P-9.33] [P-4.32]', () => {
    expect(Object.values(NATIVE_GATES)).toEqual(['4.0.0', '4.0.6', '4.0.9', '4.0.10']);
    const open = (version: string | null) =>
      (Object.keys(NATIVE_GATES) as (keyof typeof NATIVE_GATES)[]).filter((gate) => hasGate(version, gate));
    expect(['3.99.99', '4.0.0', '4.0.5', '4.0.6', '4.0.9', '4.0.10', '5.0.0'].map((one) => open(one).length)).toEqual([
      0, 1, 1, 2, 3, 4, 4,
    ]);
  });

  it('are none in a browser, and the lowest where they cannot be read', () => {
    expect([hasGate(null, 'capacitor'), hasGate('', 'capacitor'), hasGate('beta', 'capacitor')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(compareVersions('beta', 'alpha')).toBe(0);
  });
});
