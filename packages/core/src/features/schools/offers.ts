import type { SchoolPermission, SchoolPurpose } from '../../kernel/abilities.ts';
import type { PartnerOffer } from '../../kernel/offers.ts';
import type { Language } from '../../kernel/product.ts';

/** The person whose list it is. */
export interface OfferAudience {
  type: string;
  branding: { key: string; marketing: boolean };
  school: { locale: Language; purpose: SchoolPurpose; permissions: readonly SchoolPermission[] };
}

/**
 * The offers for somebody: none for pupils, none where the school takes no part, and none in a branding that does without
 * marketing (P-1.14).
 */
export function offersFor<O extends Pick<PartnerOffer, 'filters'>>(
  offers: readonly O[],
  { type, branding, school }: OfferAudience,
): O[] {
  const takesPart = school.permissions.includes('marketing') || school.purpose === 'internal';
  if (!takesPart || !branding.marketing || type === 'STUDENT') return [];
  return offers.filter(
    ({ filters: { types, brandings, languages } }) =>
      types.some((one) => one === type) &&
      (brandings?.includes(branding.key) ?? true) &&
      (languages?.includes(school.locale) ?? true),
  );
}
