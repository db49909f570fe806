import type { SchoolPermission, SchoolPurpose } from '../../kernel/abilities.ts';
import { ACCESSIBILITY_SCHOOL } from '../../kernel/product.ts';

/** The person whose app switcher it is. */
export interface SwitcherAudience {
  type: string;
  school: { slink: string; purpose: SchoolPurpose; permissions: readonly SchoolPermission[] };
}

/**
 * The entries of the app switcher: for teachers of schools that take part (C-2.62, C-2.63), for everybody at internal
 * schools (C-2.64), never at the school that demonstrates accessibility (C-2.65, P-6.26).
 */
export function productsFor<P>(products: readonly P[], { type, school }: SwitcherAudience): readonly P[] {
  if (school.slink === ACCESSIBILITY_SCHOOL) return [];
  const isOffered = type === 'TEACHER' && school.permissions.includes('marketing');
  return isOffered || school.purpose === 'internal' ? products : [];
}
