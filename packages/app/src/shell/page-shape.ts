import type { SkeletonType } from '../ui/Skeleton.tsx';

/** The first that fits an address says how its page looks. */
const SHAPES: readonly (readonly [RegExp, SkeletonType])[] = [
  [/create|edit|\/new$|settings\/.|password|activation/, 'form'],
  [/grid$|^\/timetable(\/\w+\/\d+)?$/, 'grid'],
  [/^\/calendar/, 'calendar-list'],
  [/news(\/\d+)?$/, 'news'],
  [/^\/channels\/\d+(\/chat)?$/, 'chat'],
  [/(users|log|deliveries|status|leads)$/, 'table'],
  [/^\/feed|administration$/, 'cards'],
];

/** The shape of the page at an address, shown while its code and its texts are on their way. */
export const shapeOf = (pathname: string): SkeletonType =>
  SHAPES.find(([address]) => address.test(pathname))?.[1] ?? 'list';
