import { expect, it } from 'vitest';
import { COUNTRIES } from '../schools/index.ts';
import { partnerProblems } from './partners.ts';
import { leadProblems, slinksFor, zoneOf } from './rules.ts';

it('short links are made of the name, then with the place, then with a number; a wish is the only one', () => {
  const of = (name: string, city = '', slink = '') => slinksFor({ name, city, slink });
  expect(of('Grundschule Äpfelweg', 'Köln').slice(0, 3)).toEqual([
    'grundschule-aepfelweg',
    'grundschule-aepfelweg-koeln',
    'grundschule-aepfelweg-2',
  ]);
  expect(of('Schule Kiel', 'Kiel').slice(0, 2)).toEqual(['schule-kiel', 'schule-kiel-2']);
  expect(of('Школа', '')[0]).toBe('school');
  expect(of('A', 'B', 'wish')).toEqual(['wish']);
  for (const slink of of('x'.repeat(300), 'y'.repeat(300))) expect(slink).toMatch(/^[a-z0-9][a-z0-9-]{0,62}$/);
});

it('a school begins in the zone of its country, and each country has one that exists', () => {
  expect(zoneOf('AT')).toBe('Europe/Vienna');
  expect(zoneOf('XX')).toBe('Europe/Berlin');
  for (const country of COUNTRIES)
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zoneOf(country) })).not.toThrow();
});

it('a lead needs a name, and says of each field what is wrong with it', () => {
  const texts = {
    name: 'A',
    street: '',
    postal_code: '',
    city: '',
    contact_name: '',
    email: '',
    phone: '',
    brand: '',
    slink: '',
  };
  expect(leadProblems(texts)).toEqual([]);
  const wrong = { ...texts, name: ' ', city: 'x'.repeat(121), email: 'a', phone: 'b', brand: 'A b', slink: '-a' };
  expect(leadProblems(wrong).map(({ field, rule }) => `${field} ${rule}`)).toEqual([
    'name required',
    'city tooLong',
    'email emailInvalid',
    'phone phoneInvalid',
    'brand brandInvalid',
    'slink slinkInvalid',
  ]);
  expect(leadProblems({ ...texts, city: 'x'.repeat(121), brand: '1a' })).toEqual([
    { field: 'city', rule: 'tooLong', params: { max: 120 } },
    { field: 'brand', rule: 'brandInvalid', params: {} },
  ]);
});

it('a partner contact needs a company, and an address and a number that can be', () => {
  const texts = { company: 'Netzhaus', name: '', role: '', email: '', phone: '', note: '' };
  expect(partnerProblems({ ...texts, phone: '040 / 123' })).toEqual([]);
  const wrong = partnerProblems({ ...texts, company: ' ', email: 'a', phone: 'b', note: 'x'.repeat(301) });
  expect(wrong.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
    'company required',
    'email emailInvalid',
    'phone phoneInvalid',
    'note tooLong',
  ]);
});
