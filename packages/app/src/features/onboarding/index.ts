import { late } from '../../kernel/late.ts';

/** For administrators alone, so its code comes only to them. */
export const Checklist = late(async () => (await import('./Checklist.tsx')).Checklist);
