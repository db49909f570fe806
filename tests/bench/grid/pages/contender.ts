import type { Lesson } from '@kreide/core/features/timetable';

/** A week as every calendar of the bench gets it. */
export type BenchData = { readonly mondays: readonly [string, string]; readonly weeks: readonly [Lesson[], Lesson[]] };

/** What a calendar offers to the bench: start the page around it (with what it is made of running), draw the first week, then the next one. */
export type Contender = { start(root: HTMLElement): void; first(data: BenchData): void; next(): void };
