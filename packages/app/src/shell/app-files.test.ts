import { expect, it } from 'vitest';
import { NOT_THE_APP, nameOf, successorsOf } from './app-files.ts';

const isApp = (path: string) => !NOT_THE_APP.some((pattern) => pattern.test(path));

it('answers pages of the app from the device, and nothing else [D-6.07]', () => {
  for (const path of [
    '/',
    '/feed',
    '/timetable/grades/7',
    '/linden/login',
    '/v1er',
    '/more/administration',
    '/news/7',
    '/a/news/7',
  ])
    expect(isApp(path), path).toBe(true);
  for (const path of [
    '/v1',
    '/confirm-news/abc',
    '/confirm-news',
    '/v1/reference',
    '/widgets/kreide.js',
    '/examples/',
    '/monitor/view',
    '/healthz',
    '/assets/a.js',
    '/linden/news/0f3b2c9e-6a51-4d0e-9c53-8f1f6c1f2a10',
  ])
    expect(isApp(path), path).toBe(false);
});

it('fetches of a new version what was kept of the former one, by name [D-6.07]', () => {
  expect(nameOf('/assets/FeedScreen-a_b-C3d4.js')).toBe('/assets/FeedScreen.js');
  expect(
    successorsOf(
      ['/assets/FeedScreen-aaaaaaaa.js', '/assets/FeedScreen-bbbbbbbb.css', '/assets/Gone-cccccccc.js'],
      ['/assets/FeedScreen-dddddddd.js', '/assets/FeedScreen-eeeeeeee.css', '/assets/AuditScreen-ffffffff.js'],
    ),
  ).toEqual(['/assets/FeedScreen-dddddddd.js', '/assets/FeedScreen-eeeeeeee.css']);
});
