import type { Creation } from '../../kernel/feature.ts';

/** Whoever sees sick notes begins one from everywhere (C-2.91, C-6.14); the pages join late, with the class book. */
export const creations: Creation[] = [
  { key: 'sickNote', icon: 'heartPulse', order: 5, needs: 'view-sick-notes', href: '/sicknotes/new' },
];
