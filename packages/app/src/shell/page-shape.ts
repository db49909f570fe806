import type { SkeletonType } from '../ui/Skeleton.tsx';

/** Pages that are no list of rows, by the beginning of their address. */
const SHAPES: readonly (readonly [RegExp, SkeletonType])[] = [
  [/^\/news(?!\/create)(\/|$)|^\/channels\/\d+\/news/, 'news'],
  [/^\/channels\/\d+(\/|$)/, 'chat'],
  [/^\/calendar(\/|$)/, 'calendar-list'],
];

/** The shape of the page at an address, shown while its code and its texts are on their way. */
export function shapeOf(pathname: string): SkeletonType {
  return SHAPES.find(([address]) => address.test(pathname))?.[1] ?? 'list';
}
