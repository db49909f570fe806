import type { Decision, DeskDay } from './schema.ts';

/** What is decided and not published yet, by time. */
export function draftsOf({ lessons, notes }: Pick<DeskDay, 'lessons' | 'notes'>): Decision[] {
  return [...lessons.flatMap(({ decision }) => decision ?? []), ...notes].filter(({ is_draft }) => is_draft);
}
