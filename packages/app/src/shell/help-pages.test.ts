import { faqArticleOf } from '@kreide/core/features/help';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AppRoute } from '../kernel/feature.ts';

/** Screens without an article of their own: the help opens with the list. */
const WITHOUT: readonly (readonly [RegExp, string])[] = [
  [/^\/help(\/|$)/, 'the help itself, which has the list'],
  [/^\/management\/5\/(leads|activation)(\/|$)/, 'for those who sell the product, at no school'],
  [/^\/[\w-]+-redirect-page$/, 'leads on at once'],
  [/^\/management\/5$/, 'the frame of the pages below it'],
];

/** Of every screen, with `5` for each parameter. */
let addresses: string[];

function toAddresses(routes: readonly AppRoute[], above = ''): string[] {
  return routes.flatMap(({ path = '', handle, lazy, children = [] }) => {
    const own = `${above}/${path}`.replace(/\/+/g, '/');
    return [...(lazy && (handle?.headerText || children.length === 0) ? [own] : []), ...toAddresses(children, own)];
  });
}

// What the session module needs from a browser when it is loaded.
beforeAll(async () => {
  vi.stubGlobal('__APP_VERSION__', '0');
  vi.stubGlobal('__RELEASED_AT__', '');
  vi.stubGlobal('document', { querySelector: () => null });
  const { protectedRoutes } = await import('./shell-routes.ts');
  const { allFeatureRoutes } = await import('./late-routes.ts');
  const { managementFeatureRoutes } = await import('./management-routes.ts');
  const { onboardingRoutes } = await import('./onboarding-routes.ts');
  const paths = [
    ...toAddresses(protectedRoutes),
    ...toAddresses(allFeatureRoutes),
    ...toAddresses(managementFeatureRoutes, '/management/:schoolUuid'),
    ...toAddresses(onboardingRoutes, '/onboarding/:schoolUuid'),
  ];
  addresses = [...new Set(paths)].map((path) => path.replaceAll(/:(\w+)\??/g, '5').replace('/*', ''));
});
afterAll(() => vi.unstubAllGlobals());

const isLeftOut = (address: string) => WITHOUT.some(([path]) => path.test(address));

it('the help of every screen opens an article, apart from those with a reason', () => {
  expect(addresses.length).toBeGreaterThan(130);
  expect(addresses.filter((address) => faqArticleOf(address) === null && !isLeftOut(address))).toEqual([]);
});

it('a screen is left out only while there is one, and has no article', () => {
  for (const [path, reason] of WITHOUT)
    expect(
      addresses.some((address) => path.test(address)),
      reason,
    ).toBe(true);
  expect(addresses.filter((address) => isLeftOut(address) && faqArticleOf(address) !== null)).toEqual([
    '/help/start',
    '/help/send/5',
    '/help/report',
  ]);
});
