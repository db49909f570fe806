import { describe, expect, it } from 'vitest';
import { createSeal } from './seal.ts';

const seal = createSeal('a secret of the server that is long enough');

describe('a sealed secret', () => {
  it('opens for its owner with the key of the installation, and for nobody else', () => {
    const sealed = seal.close('JBSWY3DPEHPK3PXP', '1/2');
    expect(seal.open(sealed, '1/2')).toBe('JBSWY3DPEHPK3PXP');
    expect(sealed.toString('latin1')).not.toContain('JBSWY3DP');
    expect(() => seal.open(sealed, '1/3')).toThrow();
    expect(() => createSeal('another secret of the server, long enough').open(sealed, '1/2')).toThrow();
  });

  it('does not open once a bit of it is changed, and looks different each time', () => {
    const sealed = seal.close('JBSWY3DPEHPK3PXP', '1/2');
    expect(seal.close('JBSWY3DPEHPK3PXP', '1/2')).not.toEqual(sealed);
    for (const at of [0, 14, 30]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => seal.open(changed, '1/2')).toThrow();
    }
  });

  it('has a hash that depends on the key and the owner', () => {
    const hash = seal.hash('123456', '1/2');
    expect(seal.hash('123456', '1/2')).toBe(hash);
    expect(seal.hash('123456', '1/3')).not.toBe(hash);
    expect(createSeal('another secret of the server, long enough').hash('123456', '1/2')).not.toBe(hash);
  });
});
