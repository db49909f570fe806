import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { SKELETON_TYPES } from '../ui/Skeleton.tsx';
import { shapeOf } from './page-shape.ts';

const features = join(import.meta.dirname, '../features');

it('every page has a shape while its code and texts are on their way: that of what it will show', async () => {
  vi.stubGlobal('__APP_VERSION__', '0');
  vi.stubGlobal('__RELEASED_AT__', '');
  vi.stubGlobal('document', { querySelector: () => null });
  const { featureRoutes } = await import('./feature-routes.ts');
  // Files of a worker share what they put into the world.
  vi.unstubAllGlobals();
  for (const { path = '' } of featureRoutes)
    expect(SKELETON_TYPES).toContain(shapeOf(`/${path.replaceAll(/:\w+\??/g, '1')}`));
  const school = '/management/6d4f1d5e-0c1c-4c8e-9d5c-2d1f0e9b7a11';
  const shapes = {
    '/feed': 'cards',
    '/more/administration': 'cards',
    '/news': 'news',
    '/news/7': 'news',
    '/news/create/body': 'form',
    '/channels': 'list',
    '/channels/7': 'chat',
    '/channels/7/chat': 'chat',
    '/channels/7/edit': 'form',
    '/channel/7/news': 'news',
    '/channels/create/start': 'form',
    '/timetable': 'grid',
    '/timetable/grades/7': 'grid',
    '/timetable/search': 'list',
    '/calendar/3/grid': 'grid',
    '/calendar/self/list': 'calendar-list',
    '/calendar': 'calendar-list',
    '/users': 'table',
    '/users/7': 'list',
    '/cloud': 'list',
    '/cloud/files/7': 'list',
    '/settings': 'list',
    '/settings/security/self': 'form',
    [`${school}/users`]: 'table',
    [`${school}/deleted-users`]: 'table',
    [`${school}/audit-log`]: 'table',
    [`${school}/push-deliveries`]: 'table',
    [`${school}/web-interface/status`]: 'table',
    [`${school}/leads`]: 'table',
    [`${school}/school-data/edit-school`]: 'form',
    [`${school}/roles`]: 'list',
  };
  expect(Object.fromEntries(Object.keys(shapes).map((address) => [address, shapeOf(address)]))).toEqual(shapes);
});

it('no screen shows a placeholder of its data in another shape than that of its page', () => {
  const screens = {
    'news/NewsScreen.tsx': '/news',
    'news/ChannelNewsScreen.tsx': '/channel/7/news',
    'users/PeopleScreen.tsx': '/users',
    'audit/AuditScreen.tsx': '/management/1/audit-log',
    'sales/LeadsScreen.tsx': '/management/1/leads',
    'timetable-import/StatusScreen.tsx': '/management/1/web-interface/status',
    'management/PeopleLists.tsx': '/management/1/deleted-users',
    'calendar/CalendarScreen.tsx': '/calendar/self/grid',
    'calendar/EventList.tsx': '/calendar/self/list',
    'cloud/CloudsScreen.tsx': '/cloud',
  } as const;
  for (const [file, address] of Object.entries(screens))
    expect(readFileSync(join(features, file), 'utf8'), file).toContain(`type: '${shapeOf(address)}'`);
});
