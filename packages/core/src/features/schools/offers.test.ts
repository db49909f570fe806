import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HOUSE } from '../../../../../tests/support/house.ts';
import { contract, endpointsOf } from '../../contract.ts';
import { offerFilters, type PartnerOffer } from '../../kernel/offers.ts';
import { type OfferAudience, offersFor } from './offers.ts';

const offer = (name: string, filters: Partial<PartnerOffer['filters']> = {}) => ({
  name,
  filters: {
    types: ['TEACHER', 'PARENT'] as PartnerOffer['filters']['types'],
    brandings: null,
    languages: null,
    ...filters,
  },
});
const OFFERS = [
  offer('everywhere'),
  offer('hafen', { brandings: ['hafen'] }),
  offer('turkish', { languages: ['tr', 'uk'] }),
  offer('staff', { types: ['EMPLOYEE'] }),
];
const TEACHER: OfferAudience = {
  type: 'TEACHER',
  branding: { key: 'default', marketing: true },
  school: { locale: 'de', purpose: 'usual', permissions: ['marketing'] },
};
const seen = (audience: Partial<OfferAudience> = {}) =>
  offersFor(OFFERS, { ...TEACHER, ...audience }).map(({ name }) => name);

it('an offer is seen by the kinds of people, brandings and languages that it is for, in the order of the operator [P-3.36]', () => {
  expect(seen()).toEqual(['everywhere']);
  expect(seen({ type: 'PARENT' })).toEqual(['everywhere']);
  expect(seen({ type: 'EMPLOYEE' })).toEqual(['staff']);
  expect(seen({ branding: { key: 'hafen', marketing: true } })).toEqual(['everywhere', 'hafen']);
  expect(seen({ school: { ...TEACHER.school, locale: 'uk' } })).toEqual(['everywhere', 'turkish']);
});

it('nothing is offered to pupils, at schools that take no part, and in brandings without marketing [P-1.14]', () => {
  const toAll = [{ filters: { types: ['STUDENT', 'TEACHER'], brandings: null, languages: null } }] as never;
  expect(offersFor(toAll, { ...TEACHER, type: 'STUDENT' })).toEqual([]);
  expect(offerFilters.safeParse({ types: ['STUDENT'], brandings: null, languages: null }).success).toBe(false);
  expect(offerFilters.safeParse({ types: [], brandings: null, languages: null }).success).toBe(false);
  expect(seen({ school: { ...TEACHER.school, permissions: ['totp-2fa'] } })).toEqual([]);
  expect(seen({ school: { ...TEACHER.school, permissions: [], purpose: 'internal' } })).toEqual(['everywhere']);
  expect(seen({ branding: { key: 'default', marketing: false } })).toEqual([]);
});

/** The features of the communication area, and of their chat. */
const COMMUNICATION = [
  'calendar',
  'channels',
  'chat',
  'cloud',
  'conferences',
  'news',
  'notifications',
  'surveys',
] as const;
const OF_SCHOOL_AREA = /(^|[/_-])(links?|partners?|offers?|[a-z]+-plus)($|[/_-])/;

it('links and offers of partners are of the school area: no feature of the communication area has an endpoint, a table or a schema of its own for them [C-3.58]', () => {
  const having = endpointsOf().filter(({ endpoint }) => OF_SCHOOL_AREA.test(endpoint.path));
  expect([...new Set(having.map(({ name }) => name.split('.')[0]))].toSorted()).toEqual(['links', 'sales', 'schools']);
  for (const feature of COMMUNICATION) {
    expect(contract).toHaveProperty(feature);
    expect((HOUSE.tables[feature] ?? []).filter((table) => OF_SCHOOL_AREA.test(table))).toEqual([]);
    const folder = join(import.meta.dirname, '..', feature === 'chat' ? 'channels/chat' : feature);
    const sources = readdirSync(folder)
      .filter((file) => /^(?!.*\.test).*\.ts$/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8'));
    const schemas = sources.flatMap((text) => [...text.matchAll(/export const (\w+) = z\./g)].map(([, name]) => name));
    expect(schemas.filter((name) => /offer|partner|(school|shared)link/i.test(name ?? ''))).toEqual([]);
  }
});
