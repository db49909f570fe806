import type { SkeletonType } from '../ui/Skeleton.tsx';

/** The shape of the page at an address, shown while its code and its texts are on their way. */
export function shapeOf(pathname: string): SkeletonType {
  const [, area, item, page] = pathname.split('/');
  if (area === 'calendar') return 'calendar-list';
  if (area === 'channels' && Number(item)) return page === 'news' ? page : 'chat';
  return area === 'news' && item !== 'create' ? area : 'list';
}
