import { late } from '../../kernel/late.ts';

/** For the few who are asked, so its code comes only then. */
export const ProductQuestion = late(async () => (await import('./late-screens.ts')).ProductQuestion);
