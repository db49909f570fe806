import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SKELETON_TYPES } from '../ui/Skeleton.tsx';
import { featureRoutes } from './feature-routes.ts';
import { shapeOf } from './page-shape.ts';

const features = join(import.meta.dirname, '../features');

it('every page has a shape while its code and texts are on their way: that of what it will show', () => {
  for (const { path = '' } of featureRoutes)
    expect(SKELETON_TYPES).toContain(shapeOf(`/${path.replaceAll(/:\w+\??/g, '1')}`));
  const shapes = [
    '/news',
    '/news/create/body',
    '/channels',
    '/channels/7',
    '/channels/7/news',
    '/calendar/3/grid',
    '/users',
  ];
  expect(shapes.map(shapeOf)).toEqual(['news', 'list', 'list', 'chat', 'news', 'calendar-list', 'list']);
});

it('no screen shows a placeholder of its data in another shape than that of its page', () => {
  const screens = { 'news/NewsScreen.tsx': '/news', 'news/ChannelNewsScreen.tsx': '/channels/7/news' } as const;
  for (const [file, address] of Object.entries(screens))
    expect(readFileSync(join(features, file), 'utf8')).toContain(`type: '${shapeOf(address)}'`);
});
