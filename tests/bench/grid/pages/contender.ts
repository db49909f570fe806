import type { Lesson } from '@kreide/core/features/timetable';

/** A week as every calendar of the bench gets it. */
export type BenchData = { readonly mondays: readonly [string, string]; readonly weeks: readonly [Lesson[], Lesson[]] };

/** What a calendar offers to the bench: draw the first week, then the next one. */
export type Contender = { first(root: HTMLElement, data: BenchData): void; next(): void };
