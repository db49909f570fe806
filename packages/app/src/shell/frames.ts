import type { AppRoute } from '../kernel/feature.ts';
import { pageFrames } from './feature-routes.ts';

/** The route that the management pages join. */
export const MANAGEMENT = 'management';

/** The routes that late pages join: what is behind the session guard, what needs no session, and what is for both. */
export const OWN = 'own';
export const PUBLIC = 'public';
export const SHARED = 'shared';
export const frameId = (index: number) => `frame-${index}`;

/** The pages of features by the id of the route that they lie in: the frame that covers them, or none. */
export function byFrame(routes: readonly AppRoute[]): Map<string, AppRoute[]> {
  const frameOf = ({ path = '' }: AppRoute) => pageFrames.findIndex(({ covers }) => covers.test(path));
  const frames = pageFrames.map((_, frame): [string, AppRoute[]] => [
    frameId(frame),
    routes.filter((route) => frameOf(route) === frame),
  ]);
  return new Map([[OWN, routes.filter((route) => frameOf(route) < 0)], ...frames]);
}
