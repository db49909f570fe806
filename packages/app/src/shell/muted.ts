import type { MutedView } from '../kernel/feature.ts';
import { shelves } from '../kernel/storage.ts';

/** Local storage key that says that notifications are muted in a view (T-4.39). */
const keyOf = (view: MutedView) => `muted_notifications.${view}`;

/** Whether the device has a flag for the view (T-4.37). */
export const isMuted = (view: MutedView): boolean => shelves.local.getItem(keyOf(view)) !== null;

/** Removes the flag of the view, and of no other (T-4.38). */
export const forgetMuted = (view: MutedView): void => shelves.local.removeItem(keyOf(view));
