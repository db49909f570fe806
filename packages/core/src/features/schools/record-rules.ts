import { isPhoneNumber } from '../../validation/formats.ts';
import { email as isEmail, max, required } from '../../validation/text.ts';

/** Longest texts of the record, characters. */
export const RECORD_MAXIMUM = {
  name: 190,
  shortname: 40,
  street: 120,
  postal_code: 12,
  city: 120,
  contact_name: 120,
  contact_phone: 40,
  contact_email: 254,
  contact_role: 80,
  recipient: 190,
  addition: 120,
  email: 254,
  vat_number: 20,
  buyer_reference: 60,
} as const;

/** Most bytes of a logo as it is sent. */
export const LOGO_MAXIMUM_BYTES = 4 * 1024 * 1024;
/** How wide a logo is kept, pixels. */
export const LOGO_WIDTH = 512;

/** The texts are `schools:rules.<rule>`, in form and answer. */
export type RecordRule =
  | 'required'
  | 'tooLong'
  | 'emailInvalid'
  | 'phoneInvalid'
  | 'postalCode'
  | 'vatId'
  | 'vatCountry';

export interface RecordProblem<Field extends string> {
  field: Field;
  rule: RecordRule;
  params: Record<string, number>;
}

/** How postal codes are written, by country; elsewhere any short text is one. */
const POSTAL_CODES: Readonly<Record<string, RegExp>> = {
  DE: /^\d{5}$/,
  AT: /^\d{4}$/,
  CH: /^\d{4}$/,
  FR: /^\d{5}$/,
  IT: /^\d{5}$/,
  ES: /^\d{5}$/,
  TR: /^\d{5}$/,
  UA: /^\d{5}$/,
};

/** How VAT ids are written in countries that have one; elsewhere two letters and 2 to 18 signs. */
const VAT_IDS: Readonly<Record<string, RegExp>> = {
  AT: /^ATU\d{8}$/,
  FR: /^FR[A-Z0-9]{2}\d{9}$/,
  IT: /^IT\d{11}$/,
  ES: /^ES[A-Z0-9]\d{7}[A-Z0-9]$/,
  CH: /^CHE\d{9}(MWST|TVA|IVA)?$/,
};

/** A VAT id as it is stored: `de 123 456 789` is `DE123456789`. */
export const toVatId = (typed: string): string => typed.replace(/[\s.-]/g, '').toUpperCase();

/** Greece writes EL before its VAT ids, Switzerland CHE; elsewhere it is the country's own sign. */
const signOf = (country: string): string => (country === 'GR' ? 'EL' : country);

/** Does the digit at the end of a German VAT id follow from those before it (ISO 7064, MOD 11,10)? */
export function isGermanVatId(id: string): boolean {
  if (!/^DE[1-9]\d{8}$/.test(id)) return false;
  let product = 10;
  for (const digit of id.slice(2, 10)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return (11 - product) % 10 === Number(id[10]);
}

function lines<Field extends keyof typeof RECORD_MAXIMUM>(
  draft: Readonly<Record<Field, string>>,
  needed: readonly Field[],
): RecordProblem<Field>[] {
  return (Object.keys(draft) as Field[]).flatMap((field): RecordProblem<Field>[] => {
    const most = RECORD_MAXIMUM[field];
    if (needed.includes(field) && !required(draft[field].trim())) return [{ field, rule: 'required', params: {} }];
    return max(draft[field].trim(), most) ? [] : [{ field, rule: 'tooLong', params: { max: most } }];
  });
}

const isPostalCode = (code: string, country: string): boolean =>
  code === '' || (POSTAL_CODES[country] ?? /^[A-Z0-9 -]{2,12}$/i).test(code);

/** The record of a school as somebody writes it; empty texts are none. */
export interface RecordDraft {
  name: string;
  shortname: string;
  street: string;
  postal_code: string;
  city: string;
  country: string;
}

/** Everything that is wrong with a record, at most one problem for each field (T-7.134). */
export function recordProblems({
  name,
  shortname,
  street,
  postal_code,
  city,
  country,
}: RecordDraft): RecordProblem<keyof RecordDraft>[] {
  const texts = { name, shortname, street, postal_code, city };
  const problems: RecordProblem<keyof RecordDraft>[] = lines(texts, ['name']);
  if (!isPostalCode(texts.postal_code.trim(), country) && !problems.some(({ field }) => field === 'postal_code'))
    problems.push({ field: 'postal_code', rule: 'postalCode', params: {} });
  return problems;
}

/** Whom to ask at the school, for its operator; empty texts are none (P-3.19). */
export interface ContactPersonDraft {
  name: string;
  phone: string;
  email: string;
  role: string;
}

/** Everything that is wrong with a contact person; without any text it is nobody (P-3.19). */
export function contactPersonProblems(draft: ContactPersonDraft): RecordProblem<keyof ContactPersonDraft>[] {
  const { name, phone, email, role } = draft;
  const isNone = [name, phone, email, role].every((text) => text.trim() === '');
  const found = lines<`contact_${keyof ContactPersonDraft}`>(
    { contact_name: name, contact_phone: phone, contact_email: email, contact_role: role },
    isNone ? [] : ['contact_name'],
  ).map(({ field, ...problem }) => ({ ...problem, field: field.slice('contact_'.length) as keyof ContactPersonDraft }));
  const isFree = (field: string) => !found.some((one) => one.field === field);
  if (!isEmail(email.trim()) && isFree('email')) found.push({ field: 'email', rule: 'emailInvalid', params: {} });
  if (!isPhoneNumber(phone.replace(/[\s()/.-]/g, '')) && isFree('phone'))
    found.push({ field: 'phone', rule: 'phoneInvalid', params: {} });
  return found;
}

/** Whom an invoice is written to (T-2.105). */
export interface BillingDraft {
  recipient: string;
  /** A second line of the address; may be empty. */
  addition: string;
  street: string;
  postal_code: string;
  city: string;
  country: string;
  /** Where invoices are sent; may be empty. */
  email: string;
  /** May be empty: most schools have none. */
  vat_number: string;
  /** The number by which an authority finds an invoice (Leitweg-ID in Germany); may be empty. */
  buyer_reference: string;
}

/** Everything that is wrong with a billing address, at most one problem for each field. */
export function billingProblems(draft: BillingDraft): RecordProblem<keyof BillingDraft>[] {
  const { recipient, addition, street, postal_code, city, country, email, vat_number, buyer_reference } = draft;
  const texts = { recipient, addition, street, postal_code, city, email, vat_number, buyer_reference };
  const problems: RecordProblem<keyof BillingDraft>[] = lines(texts, ['recipient', 'street', 'postal_code', 'city']);
  const add = (field: keyof BillingDraft, rule: RecordRule) => {
    if (!problems.some((one) => one.field === field)) problems.push({ field, rule, params: {} });
  };
  if (!isPostalCode(texts.postal_code.trim(), country)) add('postal_code', 'postalCode');
  if (!isEmail(texts.email.trim())) add('email', 'emailInvalid');
  const id = toVatId(texts.vat_number);
  if (id !== '') {
    if (!id.startsWith(signOf(country))) add('vat_number', 'vatCountry');
    else if (country === 'DE' ? !isGermanVatId(id) : !(VAT_IDS[country] ?? /^[A-Z]{2}[A-Z0-9]{2,18}$/).test(id))
      add('vat_number', 'vatId');
  }
  return problems;
}
