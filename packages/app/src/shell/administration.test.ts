import { expect, it } from 'vitest';
import type { AppRoute } from '../kernel/feature.ts';
import { toAdministration, toManagementTarget } from './administration.ts';

const routes: AppRoute[] = [
  {
    path: 'school-data/edit-settings',
    handle: {
      headerText: 'schools:settings.title',
      administration: { icon: 'settings', about: 'schools:settings.about', needs: 'edit-school' },
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
      icon: 'settings',
      about: 'schools:settings.about',
    },
  ]);
});

it('lets into the management with one of its permissions, and leads to the default page without [T-2.73] [T-2.74] [P-2.03]', () => {
  for (const permission of ['view-timetable-planner', 'manage-users', 'view-all-channels'] as const)
    expect(toManagementTarget(routes, ['view-news', permission])).toBeNull();
  expect(toManagementTarget(routes, ['view-news', 'view-timetable', 'import-timetable'])).toBe('/feed');
  expect(toManagementTarget(routes, [])).toBe('/feed');
});

it('lets into the management whoever may open one of its pages: who may only edit the school reaches its settings', () => {
  expect(toManagementTarget(routes, ['edit-school'])).toBeNull();
  expect(toManagementTarget([], ['edit-school'])).toBe('/feed');
});
