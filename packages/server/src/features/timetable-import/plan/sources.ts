/** Source of everything that the demo writes: the first import from a planning program replaces it. */
export const DEMO_SOURCE = 'demo';

/** Sources of plans made by people here: no import replaces them. */
const OWN_SOURCES: ReadonlySet<string> = new Set(['planner', 'manual']);

type Written = { readonly source: string };

/** Made by people in this product. */
export function isOwn(row: Written): boolean {
  return OWN_SOURCES.has(row.source);
}

/** An import replaces what its own source wrote, and the demo. */
export function isReplaceableBy(source: string, row: Written): boolean {
  return row.source === source || row.source === DEMO_SOURCE;
}

/** Written by the import of another planning program. */
export function isOfOtherProgram(source: string, row: Written): boolean {
  return !isReplaceableBy(source, row) && !isOwn(row);
}
