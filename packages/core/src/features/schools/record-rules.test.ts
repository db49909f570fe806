import { expect, it } from 'vitest';
import { featuresOf } from './features.ts';
import { billingProblems, contactPersonProblems, isGermanVatId, recordProblems, toVatId } from './record-rules.ts';
import { canBecome, isOpenState, SCHOOL_STATES } from './states.ts';
import { isSchoolLevel, levelOf, SCHOOL_TYPE_KEYS, SCHOOL_TYPES } from './types.ts';

const rulesOf = (problems: readonly { field: string; rule: string }[]) =>
  Object.fromEntries(problems.map(({ field, rule }) => [field, rule]));
const RECORD = { name: 'Amselschule', shortname: '', street: '', postal_code: '', city: '', country: 'DE' };
const BILLING = {
  recipient: 'Schulverein',
  addition: '',
  street: 'Am Wald 1',
  postal_code: '20095',
  city: 'Hamburg',
  country: 'DE',
  email: '',
  vat_number: '',
  buyer_reference: '',
};

it('a school says its name, and a postal code as its country writes it', () => {
  expect(recordProblems(RECORD)).toEqual([]);
  expect(rulesOf(recordProblems({ ...RECORD, name: '  ', postal_code: '2009' }))).toEqual({
    name: 'required',
    postal_code: 'postalCode',
  });
  expect(rulesOf(recordProblems({ ...RECORD, name: 'x'.repeat(191) }))).toEqual({ name: 'tooLong' });
  for (const [country, code] of [
    ['AT', '1010'],
    ['CH', '8001'],
    ['PL', '00-950'],
    ['GB', 'SW1A 1AA'],
  ] as const)
    expect(recordProblems({ ...RECORD, country, postal_code: code }), country).toEqual([]);
});

it('a contact person has a name and ways that work, or is nobody [P-3.19]', () => {
  const nobody = { name: '', phone: '', email: '', role: '' };
  expect(contactPersonProblems(nobody)).toEqual([]);
  expect(rulesOf(contactPersonProblems({ ...nobody, role: 'Sekretariat' }))).toEqual({ name: 'required' });
  expect(rulesOf(contactPersonProblems({ ...nobody, name: 'Ada', phone: 'x', email: 'ada@' }))).toEqual({
    phone: 'phoneInvalid',
    email: 'emailInvalid',
  });
  expect(contactPersonProblems({ name: 'Ada', phone: '040 / 123-45', email: 'a@b.example', role: '' })).toEqual([]);
});

it('an invoice has an address, and a VAT id that its country could have given', () => {
  expect(billingProblems(BILLING)).toEqual([]);
  expect(rulesOf(billingProblems({ ...BILLING, recipient: '', street: '', postal_code: '', city: ' ' }))).toEqual({
    recipient: 'required',
    street: 'required',
    postal_code: 'required',
    city: 'required',
  });
  const vat = (vat_number: string, country = 'DE', postal_code = '20095') =>
    rulesOf(billingProblems({ ...BILLING, vat_number, country, postal_code })).vat_number;
  expect(toVatId('de 136.695-976')).toBe('DE136695976');
  expect([vat('de 136 695 976'), vat('DE136695975'), vat('ATU12345678')]).toEqual([undefined, 'vatId', 'vatCountry']);
  expect([vat('ATU12345678', 'AT', '1010'), vat('AT12345678', 'AT', '1010')]).toEqual([undefined, 'vatId']);
  const swiss = ['CHE123456789', 'CHE-123.456.789 MWST', 'CHE123456789UST'].map((id) => vat(id, 'CH', '8001'));
  expect(swiss).toEqual([undefined, undefined, 'vatId']);
  expect([vat('EL123456789', 'GR'), vat('GR123456789', 'GR'), vat('PL5260001246', 'PL')]).toEqual([
    undefined,
    'vatCountry',
    undefined,
  ]);
  const rest = { country: 'CH', postal_code: '80010', email: 'rechnung@' };
  expect(rulesOf(billingProblems({ ...BILLING, ...rest }))).toEqual({
    postal_code: 'postalCode',
    email: 'emailInvalid',
  });
  // Each digit but the right one is found out.
  const right = Array.from({ length: 10 }, (_, digit) => `DE13669597${digit}`).filter(isGermanVatId);
  expect(right).toEqual(['DE136695976']);
});

it('a kindergarten and a company are no schools, everything else and nothing at all are [P-3.16]', () => {
  const none = SCHOOL_TYPE_KEYS.filter((key) => !isSchoolLevel(SCHOOL_TYPES[key]));
  expect(none.map(levelOf)).toEqual(['KINDERGARDEN', 'COMPANY']);
  expect([isSchoolLevel(levelOf(null)), levelOf('toString'), levelOf('castle')]).toEqual([true, null, null]);
});

it('people come into schools that work or are set up; a school itself only ends its setting up [P-3.17]', () => {
  expect(SCHOOL_STATES.filter(isOpenState)).toEqual(['ONBOARDING', 'ACTIVE']);
  const ways = (by: 'operator' | 'school') =>
    SCHOOL_STATES.flatMap((from) => SCHOOL_STATES.filter((to) => canBecome(from, to, by)).map((to) => `${from} ${to}`));
  expect(ways('school')).toEqual(['ONBOARDING ACTIVE']);
  expect(ways('operator')).toEqual([
    'LEAD ONBOARDING',
    'LEAD ACTIVE',
    'LEAD DEACTIVATED',
    'ONBOARDING ACTIVE',
    'ONBOARDING DEACTIVATED',
    'ACTIVE ONBOARDING',
    'ACTIVE DEACTIVATED',
    'DEACTIVATED ONBOARDING',
    'DEACTIVATED ACTIVE',
  ]);
});

it('six features are off unless they are stored, and nothing else is one [P-1.20]', () => {
  expect(Object.values(featuresOf([]))).toEqual([false, false, false, false, false, false]);
  expect(featuresOf(['day_care', 'castle'])).toEqual({
    ai_schedule_planner: false,
    day_care: true,
    room_booking: false,
    digital_grade_book: false,
    lesson_planning: false,
    learning_reports: false,
  });
});
