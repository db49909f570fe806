import { addDays } from '../../../kernel/calendar/dates.ts';
import { weeksOf } from '../patterns.ts';
import type { PlannedLesson } from '../schema.ts';

/** More kinds than these become one, which is busy whenever one of them is. */
const KINDS_MAXIMUM = 8;

type Held = Pick<PlannedLesson, 'begins_at' | 'ends_at' | 'pattern'>;
const keyOf = ({ begins_at, ends_at, pattern }: Held) => `${begins_at}|${ends_at}|${pattern?.weeks ?? ''}`;

/**
 * The weeks of a year in as few kinds as tell all lessons apart, such as A and B.
 * @returns the number of kinds, and those of a lesson as bits; one that is held in no week is taken as held in all
 */
export function weekKinds(
  lessons: readonly Held[],
  year: { readonly begins_at: string; readonly ends_at: string },
): { readonly kinds: number; readonly weeksOf: (lesson: Held) => number } {
  const held = new Map(lessons.map((lesson) => [keyOf(lesson), lesson]));
  const kindOf = new Map<string, number>();
  const bits = new Map<string, number>();
  for (const monday of weeksOf(year)) {
    const sunday = addDays(monday, 6);
    const here = [...held].filter(([, { begins_at, ends_at, pattern }]) => {
      const isWithin = begins_at <= sunday && ends_at >= monday;
      return isWithin && (pattern === null || pattern.weeks.includes(monday));
    });
    if (here.length === 0) continue;
    const signature = here.map(([key]) => key).join('\n');
    const kind = kindOf.get(signature) ?? Math.min(kindOf.size, KINDS_MAXIMUM - 1);
    kindOf.set(signature, kind);
    for (const [key] of here) bits.set(key, (bits.get(key) ?? 0) | (1 << kind));
  }
  const kinds = Math.max(1, Math.min(kindOf.size, KINDS_MAXIMUM));
  return { kinds, weeksOf: (lesson) => bits.get(keyOf(lesson)) ?? (1 << kinds) - 1 };
}
