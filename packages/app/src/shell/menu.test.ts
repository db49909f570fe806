import { expect, it } from 'vitest';
import { lateRoutes as ofChannels } from '../features/channels/late-routes.ts';
import { lateRoutes as ofSchools } from '../features/schools/late-routes.ts';
import { lateRoutes as ofTimetable } from '../features/timetable/late-routes.ts';
import type { AppRoute } from '../kernel/feature.ts';
import { toMenu } from './menu.ts';

const routes: AppRoute[] = [
  { path: 'late', handle: { headerText: 'shell:navigation.more', menu: { icon: 'info', order: 2 } } },
  {
    path: 'settings',
    handle: {
      headerText: 'settings:title',
      menu: { icon: 'settings', order: 3 },
      navigation: { key: 'settings', icon: 'settings', order: 8, onlyIfPlaced: true },
    },
  },
  { path: 'plain', handle: { headerText: 'shell:navigation.more' } },
  {
    path: 'people',
    handle: { headerText: 'shell:navigation.feed', menu: { icon: 'user', order: 1, needs: 'manage-users' } },
  },
];
const management: AppRoute[] = [
  {
    path: 'years',
    handle: {
      headerText: 'structure:years.title',
      administration: {
        group: 'school',
        order: 4,
        icon: 'school',
        about: 'structure:years.about',
        needs: 'change-schoolyear',
      },
    },
  },
];
type Needed = 'manage-users' | 'change-schoolyear';
const propertiesOf = (menu_type: string | null) => ({
  reactions: true,
  menu_type,
  channels: true,
  'users.deletion_request.enabled': false,
  basic_admin_content_moderation: false,
});
const menuWith = (footer_menu: string[] | null, ...permissions: Needed[]) =>
  toMenu(routes, management, {
    permissions,
    has_partner_offers: false,
    teacher_id: null,
    type: 'TEACHER',
    school: { uuid: 'a', meta: { footer_menu, news_channel_types: [] }, properties: propertiesOf(null) },
  }).map(({ href }) => href);
/** Of the account panel. */
const panelOf = (menu_type: string | null, permissions: Needed[], footer_menu: string[] | null = null) =>
  toMenu(
    routes,
    management,
    {
      permissions,
      has_partner_offers: false,
      teacher_id: null,
      type: 'TEACHER',
      school: { uuid: 'a', meta: { footer_menu, news_channel_types: [] }, properties: propertiesOf(menu_type) },
    },
    'panel',
  ).map(({ href }) => href);
const menuOf = (...permissions: Needed[]) => menuWith(null, ...permissions);

it('the menu has what routes declare, in their order, without what somebody may not open [C-2.78]', () => {
  expect(menuOf()).toEqual(['/late', '/settings']);
  expect(menuOf('manage-users')).toEqual(['/people', '/late', '/settings']);
});

it('the administration is on the page of those who may open one of its pages', () => {
  expect(menuOf('change-schoolyear')).toEqual(['/late', '/settings', '/more/administration']);
});

it('the settings are in the menu unless the school has placed them in its bottom bar [C-2.72]', () => {
  expect(menuWith(['feed', 'settings'])).toEqual(['/late']);
  expect(menuWith(['feed'])).toEqual(['/late', '/settings']);
});

it('the menu of the account has the administration at schools with the lite menu, for those who manage people [C-2.74]', () => {
  const both: Needed[] = ['manage-users', 'change-schoolyear'];
  expect(panelOf('davinci-lite', both)).toEqual(['/people', '/late', '/settings', '/more/administration']);
  expect(panelOf('davinci-lite', ['change-schoolyear'])).toEqual(['/late', '/settings']);
  for (const type of [null, 'classbook-only', 'Davinci-Lite'])
    expect(panelOf(type, both), String(type)).toEqual(['/people', '/late', '/settings']);
});

it('the menu of the account leads on where the bar of the school leaves out what remains', () => {
  expect(panelOf(null, [], ['feed', 'timetable'])).toEqual(['/late', '/settings', '/more']);
  expect(panelOf(null, [], ['feed', 'more'])).toEqual(['/late', '/settings']);
});

it('the menu shows the groups, except at schools with the lite menu or the class book alone [C-2.73]', () => {
  const groupsOf = (menu_type: string | null) =>
    toMenu(ofChannels, [], {
      permissions: [],
      has_partner_offers: false,
      teacher_id: null,
      type: 'TEACHER',
      school: { uuid: 'a', meta: { footer_menu: null, news_channel_types: [] }, properties: propertiesOf(menu_type) },
    }).map(({ href }) => href);
  for (const type of [null, 'other']) expect(groupsOf(type), String(type)).toEqual(['/lite-channels']);
  for (const type of ['davinci-lite', 'classbook-only']) expect(groupsOf(type), type).toEqual([]);
});

it('the menu leads to the offers of partners where there are some for the person, and nowhere else [C-2.40] [P-2.80]', () => {
  const offersOf = (has_partner_offers: boolean) =>
    toMenu(ofSchools, [], {
      permissions: [],
      type: 'PARENT',
      has_partner_offers,
      teacher_id: null,
      school: { uuid: 'a', meta: { footer_menu: null, news_channel_types: [] }, properties: propertiesOf(null) },
    }).map(({ href }) => href);
  expect([offersOf(true), offersOf(false)]).toEqual([['/more/kreide-plus'], []]);
});

it('the menu leads staff that may see the plans of rooms to the free ones, and nobody else', () => {
  const hasRooms = (type: 'STUDENT' | 'PARENT' | 'TEACHER' | 'EMPLOYEE', permissions: ['view-timetable-all'] | []) =>
    toMenu(ofTimetable, [], {
      type,
      permissions,
      has_partner_offers: false,
      teacher_id: null,
      school: { uuid: 'a', meta: { footer_menu: null, news_channel_types: [] }, properties: propertiesOf(null) },
    }).some(({ href }) => href === '/timetable/free-rooms');
  for (const type of ['TEACHER', 'EMPLOYEE'] as const) {
    expect(hasRooms(type, ['view-timetable-all']), type).toBe(true);
    expect(hasRooms(type, []), type).toBe(false);
  }
  for (const type of ['STUDENT', 'PARENT'] as const) expect(hasRooms(type, ['view-timetable-all']), type).toBe(false);
});
