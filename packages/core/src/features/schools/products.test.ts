import { describe, expect, it } from 'vitest';
import { ACCESSIBILITY_SCHOOL } from '../../kernel/product.ts';
import { productsFor, type SwitcherAudience } from './products.ts';

const taking: SwitcherAudience['school'] = { slink: 'amsel', purpose: 'usual', permissions: ['marketing'] };
const isShown = (type: string, school: Partial<SwitcherAudience['school']> = {}) =>
  productsFor(['one'], { type, school: { ...taking, ...school } }).length > 0;

describe('the app switcher', () => {
  it('is for teachers of schools whose marketing setting is on [C-2.62] [C-2.63]', () => {
    expect(isShown('TEACHER')).toBe(true);
    expect(isShown('TEACHER', { permissions: [] })).toBe(false);
    expect(isShown('TEACHER', { permissions: ['totp-2fa'], purpose: 'management' })).toBe(false);
    for (const type of ['STUDENT', 'PARENT', 'ADMIN']) expect(isShown(type)).toBe(false);
  });

  it('is for everybody at internal schools, whatever the setting [C-2.64] [C-2.63]', () => {
    for (const type of ['TEACHER', 'STUDENT', 'PARENT'])
      expect(isShown(type, { purpose: 'internal', permissions: [] })).toBe(true);
  });

  it('is for nobody at the school that demonstrates accessibility [C-2.65] [P-6.26]', () => {
    for (const purpose of ['usual', 'internal'] as const)
      expect(isShown('TEACHER', { slink: ACCESSIBILITY_SCHOOL, purpose })).toBe(false);
  });
});
