import type { Self } from '@kreide/core/features/users';
import type { Creation } from '../kernel/feature.ts';

/**
 * Beside what features offer to make: a file, for those who may bring one into the cloud of some channel, which is chosen
 * there (C-2.92). No feature declares it, as the first visit has no use for it: it alone brings no button (C-2.88).
 */
export const filesToBring = ({ can_upload }: Pick<Self, 'can_upload'>): Omit<Creation, 'needs'>[] =>
  can_upload ? [{ key: 'file', icon: 'folder', order: 4, href: '/cloud/upload/file' }] : [];
