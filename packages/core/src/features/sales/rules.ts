import { PRODUCT } from '../../kernel/product.ts';
import { isPhoneNumber } from '../../validation/formats.ts';
import { email as isEmail, max, required } from '../../validation/text.ts';

/** Who may do anything with leads (P-6.09, T-6.03). */
export const SALES_PERMISSION = `manage-${PRODUCT}-sales` as const;

/** Leads of one page of the list. */
export const LEADS_PAGE = 50;

/** Longest texts of a lead, characters. */
export const LEAD_MAXIMUM = {
  name: 190,
  street: 120,
  postal_code: 12,
  city: 120,
  contact_name: 120,
  email: 254,
  phone: 40,
  brand: 40,
  slink: 63,
} as const;

/**
 * How long a lead is kept, days since somebody changed it last: one that is talked to, and one that is lost. A lead of which a
 * school was made keeps no person at all.
 */
export const LEAD_DAYS = { open: 730, lost: 180 } as const;

/** The texts are `sales:rules.<rule>`, in form and answer. */
export type LeadRule = 'required' | 'tooLong' | 'emailInvalid' | 'phoneInvalid' | 'slinkInvalid' | 'brandInvalid';

export interface LeadProblem<Field extends string> {
  field: Field;
  rule: LeadRule;
  params: Record<string, number>;
}

/** What somebody writes of a lead; empty texts are none. */
export interface LeadTexts {
  name: string;
  street: string;
  postal_code: string;
  city: string;
  contact_name: string;
  email: string;
  phone: string;
  /** Brand variant of the future school. */
  brand: string;
  /** The short link that the school is to have; without it one is made of its name. */
  slink: string;
}

const isSlink = (text: string) => /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);
const isBrand = (text: string) => /^[a-z][a-z0-9-]{0,39}$/.test(text);
const isTelephone = (text: string) => isPhoneNumber(text.replace(/[\s()/.-]/g, ''));

/** Everything that is wrong with a lead, at most one problem for each field. */
export function leadProblems(draft: LeadTexts): LeadProblem<keyof LeadTexts>[] {
  const texts = Object.fromEntries(
    Object.keys(LEAD_MAXIMUM).map((key) => [key, draft[key as keyof LeadTexts].trim()]),
  ) as unknown as LeadTexts;
  const ruleOf = (field: keyof LeadTexts): LeadRule | null => {
    if (field === 'name' && !required(texts.name)) return 'required';
    if (!max(texts[field], LEAD_MAXIMUM[field])) return 'tooLong';
    if (field === 'email' && !isEmail(texts.email)) return 'emailInvalid';
    if (field === 'phone' && !isTelephone(texts.phone)) return 'phoneInvalid';
    if (field === 'slink' && texts.slink !== '' && !isSlink(texts.slink)) return 'slinkInvalid';
    return field === 'brand' && texts.brand !== '' && !isBrand(texts.brand) ? 'brandInvalid' : null;
  };
  return (Object.keys(texts) as (keyof LeadTexts)[]).flatMap((field) => {
    const rule = ruleOf(field);
    return rule ? [{ field, rule, params: rule === 'tooLong' ? { max: LEAD_MAXIMUM[field] } : {} }] : [];
  });
}

/** Longest short link that is made of a name: room for the city or a number behind it. */
const MADE_SLINK = 40;

/** Small letters, digits and hyphens of a text: `Grundschule Äpfelweg` is `grundschule-aepfelweg`. */
const toSlinkPart = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MADE_SLINK)
    .replace(/-+$/, '');

/**
 * The short links that a school of this name may get, best first: the one that was wished, the name, the name with the city, and
 * the name with a number. A name without a Latin letter or digit gets `school`.
 */
export function slinksFor({ name, city, slink }: Pick<LeadTexts, 'name' | 'city' | 'slink'>): string[] {
  const base = toSlinkPart(name) || 'school';
  const place = toSlinkPart(city).slice(0, 20).replace(/-+$/, '');
  const numbered = Array.from({ length: 50 }, (_, at) => `${base}-${at + 2}`);
  const made = [base, ...(place === '' || base.endsWith(place) ? [] : [`${base}-${place}`]), ...numbered];
  return slink === '' ? made : [slink];
}

/** The zone of a country's schools; where a country has several that of its capital. */
const ZONES: Readonly<Record<string, string>> = {
  AT: 'Europe/Vienna',
  CH: 'Europe/Zurich',
  LI: 'Europe/Vaduz',
  LU: 'Europe/Luxembourg',
  BE: 'Europe/Brussels',
  NL: 'Europe/Amsterdam',
  DK: 'Europe/Copenhagen',
  PL: 'Europe/Warsaw',
  CZ: 'Europe/Prague',
  FR: 'Europe/Paris',
  IT: 'Europe/Rome',
  ES: 'Europe/Madrid',
  TR: 'Europe/Istanbul',
  UA: 'Europe/Kyiv',
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
  GR: 'Europe/Athens',
  PT: 'Europe/Lisbon',
  SE: 'Europe/Stockholm',
  NO: 'Europe/Oslo',
  FI: 'Europe/Helsinki',
};

/** The zone in which a school of a country begins; Berlin for one that is not known. */
export const zoneOf = (country: string): string => ZONES[country] ?? 'Europe/Berlin';
