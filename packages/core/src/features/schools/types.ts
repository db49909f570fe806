/** Levels of schools; the last two are no schools, though they use the product (P-3.16). */
export const SCHOOL_LEVELS = [
  'PRIMARY',
  'SECONDARY',
  'VOCATIONAL',
  'ADULT',
  'OTHER',
  'KINDERGARDEN',
  'COMPANY',
] as const;
export type SchoolLevel = (typeof SCHOOL_LEVELS)[number];

/** The kinds of schools and their levels; their names are the texts `schools:types.<key>`. */
export const SCHOOL_TYPES = {
  primary: 'PRIMARY',
  lower_secondary: 'SECONDARY',
  intermediate: 'SECONDARY',
  grammar: 'SECONDARY',
  comprehensive: 'SECONDARY',
  special_needs: 'SECONDARY',
  vocational: 'VOCATIONAL',
  evening: 'ADULT',
  music: 'OTHER',
  other: 'OTHER',
  kindergarden: 'KINDERGARDEN',
  company: 'COMPANY',
} as const satisfies Record<string, SchoolLevel>;
export type SchoolType = keyof typeof SCHOOL_TYPES;
export const SCHOOL_TYPE_KEYS = Object.keys(SCHOOL_TYPES) as [SchoolType, ...SchoolType[]];

export const isSchoolType = (key: unknown): key is SchoolType =>
  typeof key === 'string' && Object.hasOwn(SCHOOL_TYPES, key);

/** The level of a stored type; null: the school has named none, or this version does not know it. */
export const levelOf = (type: string | null): SchoolLevel | null => (isSchoolType(type) ? SCHOOL_TYPES[type] : null);

/** Is it treated as a school? A kindergarten and a company are not (P-3.16). */
export const isSchoolLevel = (level: SchoolLevel | null): boolean => level !== 'KINDERGARDEN' && level !== 'COMPANY';

/** Countries that an address can be in: where the product's languages are spoken, and their neighbours. Others are kept as they are. */
export const COUNTRIES = [
  'DE',
  'AT',
  'CH',
  'LI',
  'LU',
  'BE',
  'NL',
  'DK',
  'PL',
  'CZ',
  'FR',
  'IT',
  'ES',
  'TR',
  'UA',
  'GB',
  'IE',
  'GR',
  'PT',
  'SE',
  'NO',
  'FI',
] as const;
