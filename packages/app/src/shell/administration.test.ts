import { expect, it } from 'vitest';
import { toAdministration } from './administration.ts';

it('lists the management pages that somebody may open, and no other [P-2.78] [C-6.02]', () => {
  const routes = [
    {
      path: 'school-data/edit-settings',
      handle: { headerText: 'a:title', administration: { icon: 'settings', about: 'a:about', needs: 'edit-school' } },
    },
    { path: 'hidden', handle: { headerText: 'b:title' } },
  ];
  const self = { permissions: ['view-news' as const], school: { uuid: 'u' } };
  expect(toAdministration(routes, self)).toEqual([]);
  expect(toAdministration(routes, { ...self, permissions: ['edit-school'] })).toEqual([
    { href: '/management/u/school-data/edit-settings', title: 'a:title', icon: 'settings', about: 'a:about' },
  ]);
});
