import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@kreide/core/kernel';
import { expect, it } from 'vitest';
import { matching, toPlanHref } from './palette.ts';

const items = ['Neues', 'Neuigkeit schreiben', 'Stundenplan', 'Verwaltung', 'Änderungen prüfen', 'Öğretim yılı'].map(
  (text) => ({ href: `/${text}`, text }),
);
const found = (wish: string) => matching(items, wish).map(({ text }) => text);

it('the palette finds screens by the beginnings of their words, in any order', () => {
  expect(found('neu')).toEqual(['Neues', 'Neuigkeit schreiben']);
  expect(found('schr neu')).toEqual(['Neuigkeit schreiben']);
  expect(found('plan')).toEqual([]);
  expect(found('')).toHaveLength(items.length);
});

it('the settings on a screen find it too, after screens of that name', () => {
  const school = { href: '/school', text: 'Schuleinstellungen', words: 'Monitor, zweiter Schritt' };
  const monitor = { href: '/monitor', text: 'Zum Monitor' };
  expect(matching([school, monitor, ...items], 'monit').map(({ text }) => text)).toEqual([
    'Zum Monitor',
    'Schuleinstellungen',
  ]);
  expect(matching([school, monitor], 'schritt zwei')).toEqual([school]);
});

it('case, accents and spelling of umlauts make no difference', () => {
  expect(found('AENDER')).toEqual(['Änderungen prüfen']);
  expect(found('ände pruefen')).toEqual(['Änderungen prüfen']);
  expect(found('anderung')).toEqual(['Änderungen prüfen']);
  expect(found('ogretim yili')).toEqual(['Öğretim yılı']);
  expect(found('andere')).toEqual([]);
});

it('a plan chosen from another plan opens with its view and dates and a way back', () => {
  const plan = { entity: 'grades', id: 7 };
  expect(toPlanHref(plan, { pathname: '/feed', search: '?a=1' })).toBe('/timetable/grades/7');
  expect(toPlanHref(plan, { pathname: '/timetable/users/3', search: '?viewType=day&startDate=2026-11-18' })).toBe(
    '/timetable/grades/7?viewType=day&startDate=2026-11-18&showBackButton=1',
  );
});

it('what begins with the wish comes first', () => {
  expect(found('p')).toEqual(['Änderungen prüfen']);
  expect(
    matching(
      [
        { href: '/a', text: 'Der Plan' },
        { href: '/b', text: 'Plan der Woche' },
      ],
      'plan',
    )[0]?.href,
  ).toBe('/b');
});

it.each(LANGUAGES)('the page of people is found by each kind of person that a school has, in %s', (language) => {
  const { list, roles } = JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../../locales/${language}/users.json`), 'utf8'),
  );
  const page = { href: '/users', text: list.title, words: `${list.about} ${list.words}` };
  const kinds = [roles.STUDENT, roles.PARENT, roles.TEACHER, roles.EMPLOYEE].map((name) => name.slice(0, 4));
  expect(kinds.filter((kind) => matching([page], kind).length === 0)).toEqual([]);
});
