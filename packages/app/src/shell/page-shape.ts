import type { SkeletonType } from '../ui/Skeleton.tsx';

/** The shape of the page at an address, shown while its code and its texts are on their way. */
export const shapeOf = (pathname: string): SkeletonType =>
  /^\/news/.test(pathname) ? 'news' : /^\/calendar/.test(pathname) ? 'calendar-list' : 'list';
