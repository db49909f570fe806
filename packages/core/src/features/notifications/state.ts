import type { Notification, NotificationAction, NotificationCounts } from '../channels/index.ts';

/** Which list: all notifications or the unread ones. */
export type NotificationList = 'all' | 'unread';

/**
 * A list of notifications after one of them is new or has changed, as the server would answer it now; newest first.
 * Events can arrive late: one that is older than what the list holds changes nothing.
 * @param items not modified
 */
export function applyNotification(
  items: readonly Notification[],
  changed: Notification,
  list: NotificationList,
): Notification[] {
  const known = items.find(({ uuid }) => uuid === changed.uuid);
  if (known && known.change_seq > changed.change_seq) return [...items];
  const others = items.filter(({ uuid }) => uuid !== changed.uuid);
  if (list === 'unread' && changed.is_read) return others;
  return [...others, changed].sort((one, other) => other.id - one.id);
}

/** The numbers after an event; those that were counted earlier are ignored. */
export function applyCounts(known: NotificationCounts, counted: NotificationCounts): NotificationCounts {
  if (known.change_seq > counted.change_seq) return known;
  const { count, unread_count, change_seq } = counted;
  return { count, unread_count, change_seq };
}

/** The highest number that a badge shows exactly (C-9.16). */
export const BADGE_MAXIMUM = 99;

/** The text of a badge: nothing for 0, "99+" from 100 on (C-9.16). */
export function toBadge(count: number): string | null {
  if (count <= 0) return null;
  return count > BADGE_MAXIMUM ? `${BADGE_MAXIMUM}+` : String(count);
}

/** The page to which a notification leads by default (C-2.48). */
export const INTERNAL_DEFAULT = '/channels';

/** What pressing a notification does: opens a page of the app, another tab, or nothing that this version knows. */
export type NotificationStep = { to: 'page'; path: string } | { to: 'tab'; address: string } | null;

/**
 * The step that a notification's first action takes. A path that leaves the app, and an address that is not http(s),
 * lead to the default page and nowhere: they are data.
 */
export function toStep(actions: readonly NotificationAction[]): NotificationStep {
  const first = actions[0];
  const isInside = /^\/(?![/\\])/.test(first?.action ?? '');
  if (first?.type === 'LINK_INTERNAL') return { to: 'page', path: isInside ? first.action : INTERNAL_DEFAULT };
  // The page of the details of a calendar event (C-4.41).
  if (first?.type === 'OPEN_DETAILS' && isInside) return { to: 'page', path: first.action };
  if (first?.type === 'LINK_EXTERNAL' && /^https?:\/\//i.test(first.action) && URL.canParse(first.action))
    return { to: 'tab', address: first.action };
  return null;
}
