import { endpointsOf } from '@kreide/core/contract';
import { expect, it } from 'vitest';
import { HOUSE } from '../../../../tests/support/house.ts';
import type { AppRoute } from '../kernel/feature.ts';
import { neededBy, toAdministration, toManagementTarget, wordsOf } from './administration.ts';
import { managementFeatureRoutes } from './management-routes.ts';

const routes: AppRoute[] = [
  {
    path: 'school-data/edit-settings',
    handle: {
      headerText: 'schools:settings.title',
      administration: {
        group: 'school',
        order: 1,
        icon: 'settings',
        about: 'schools:settings.about',
        needs: 'edit-school',
      },
    },
  },
  {
    path: 'roles',
    handle: {
      headerText: 'users:roleList.title',
      administration: { group: 'people', order: 8, icon: 'lock', about: 'users:roleList.about', needs: 'manage-users' },
    },
  },
  {
    path: 'users',
    handle: {
      headerText: 'users:list.title',
      administration: { group: 'people', order: 1, icon: 'user', about: 'users:list.about', needs: 'manage-users' },
    },
  },
  { path: 'hidden', handle: { headerText: 'monitor:title' } },
];

it('lists the management pages that somebody may open, and no other [P-2.78] [C-6.02]', () => {
  const self = { permissions: ['view-news' as const], school: { uuid: 'u' } };
  expect(toAdministration(routes, self)).toEqual([]);
  expect(toAdministration(routes, { ...self, permissions: ['edit-school'] })).toEqual([
    {
      href: '/management/u/school-data/edit-settings',
      title: 'schools:settings.title',
      group: 'school',
      order: 1,
      icon: 'settings',
      about: 'schools:settings.about',
    },
  ]);
});

it('has them by subject, the most used ones first', () => {
  const self = { permissions: ['edit-school' as const, 'manage-users' as const], school: { uuid: 'u' } };
  expect(toAdministration(routes, self).map(({ title }) => title)).toEqual([
    'users:list.title',
    'users:roleList.title',
    'schools:settings.title',
  ]);
});

it('lets into the management with one of its permissions, and leads to the default page without [T-2.73] [T-2.74] [P-2.03] [T-6.01]', () => {
  for (const permission of ['view-timetable-planner', 'manage-users', 'view-all-channels'] as const)
    expect(toManagementTarget(routes, ['view-news', permission])).toBeNull();
  expect(toManagementTarget(routes, ['view-news', 'view-timetable', 'import-timetable'])).toBe('/feed');
  expect(toManagementTarget(routes, [])).toBe('/feed');
});

it('lets into the management whoever may open one of its pages: who may only edit the school reaches its settings', () => {
  expect(toManagementTarget(routes, ['edit-school'])).toBeNull();
  expect(toManagementTarget([], ['edit-school'])).toBe('/feed');
});

it('has one permission for each of its pages, those below a page of its list too [T-6.28]', () => {
  const needed = managementFeatureRoutes.map(({ path, handle }) => [path, neededBy(managementFeatureRoutes, handle)]);
  expect(needed.filter(([, permission]) => permission === undefined)).toEqual([]);
  const pages = new Map(needed.map(([path, permission]) => [path, permission]));
  expect(pages.get('roles/:roleId')).toBe('manage-users');
  expect(pages.get('timetable/:entity/:id')).toBe('view-timetable-planner');
  expect(pages.get('archived-users')).toBe('manage-users');
});

it('is found by the sentence of a page and by the words of what is set there', () => {
  const [entry] = toAdministration(routes, { permissions: ['edit-school'], school: { uuid: 'u' } });
  if (!entry) throw new Error('the settings of the school are missing');
  expect(wordsOf(entry, (text) => `<${text}>`)).toBe('<schools:settings.about>');
  expect(wordsOf({ ...entry, words: 'schools:settings.words' }, (text) => `<${text}>`)).toBe(
    '<schools:settings.about> <schools:settings.words>',
  );
});

it('says who changed its settings last, and the audit log records what it asks for', () => {
  const recorded = managementFeatureRoutes.flatMap(({ handle }) => handle?.administration?.recorded ?? []);
  expect(recorded.length).toBeGreaterThan(5);
  const unknown = recorded.filter((one) => {
    if ('entity' in one) return !Object.values<readonly string[]>(HOUSE.tables).flat().includes(one.entity);
    return !endpointsOf().some(({ endpoint }) => endpoint.audit === one.action);
  });
  expect(unknown).toEqual([]);
});
