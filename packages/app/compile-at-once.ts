/** What the bundler tells of a chunk. */
type Chunk = { readonly moduleIds: readonly string[] };

/** Rooms whose functions nearly all run when their screen is drawn for the first time. */
const DRAWN_AT_ONCE = /\/features\/timetable\//;
/** Big, and of much of it nobody makes use: compiling it whole would cost more than it saves. */
const RENDERER = '/react-dom/';

/**
 * First line of a chunk. Chromium compiles a function when it is first called, which is while the timetable is being drawn: 5 of 28 ms.
 * This line (V8's explicit compile hints) has it compile the chunk while that is still loading, beside the main thread.
 */
export function compileAtOnce({ moduleIds }: Chunk): string {
  const isDrawn = moduleIds.some((id) => DRAWN_AT_ONCE.test(id)) && !moduleIds.some((id) => id.includes(RENDERER));
  return isDrawn ? '//# allFunctionsCalledOnLoad' : '';
}
