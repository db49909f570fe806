import { foldHeader } from './fold.ts';
import { type Layout, type Preset, type Proposal, type Shape, SURENESS } from './preset.ts';
import { PRESETS } from './preset-table.ts';
import type { SourceRow, SourceTable } from './source-table.ts';

export const PRESET_IDS: readonly string[] = /* @__PURE__ */ PRESETS.map(({ id }) => id);
export const findPreset = (id: string | null | undefined): Preset | null =>
  PRESETS.find((preset) => preset.id === id) ?? null;

/** Rows that are looked at for a header. */
export const HEADER_ROWS = 15;
/** Rows that are looked at for a shape. */
const SHAPE_ROWS = 50;

/** As written, but for case and blanks. */
export const toPlainHeader = (header: string) => header.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();

/** A list of a program, found in a table. */
export interface FoundLayout {
  readonly layout: Layout;
  /** Of the header row; -1: there is none. */
  readonly index: number;
}

const hasShape = ({ cells: [fewest, most], all, filled }: Shape, rows: readonly SourceRow[]) => {
  const seen = rows.slice(0, SHAPE_ROWS);
  const isRow = ({ cells }: SourceRow) =>
    cells.length >= fewest &&
    cells.length <= most &&
    Object.entries(all).every(([number, pattern]) => pattern.test((cells[Number(number) - 1] ?? '').trim()));
  const isFilled = ({ cells }: SourceRow) => filled.some((number) => (cells[number - 1] ?? '').trim() !== '');
  return seen.length > 0 && seen.every(isRow) && seen.some(isFilled);
};

/** Which list of a program a table is; null: none. */
export function findLayout(preset: Preset, { rows }: Pick<SourceTable, 'rows'>): FoundLayout | null {
  let best: (FoundLayout & { score: number }) | null = null;
  for (const [index, { cells }] of rows.slice(0, HEADER_ROWS).entries()) {
    const written = new Set(cells.map(toPlainHeader));
    for (const layout of preset.layouts) {
      // The surest first, then the one that asks for most.
      const score = layout.needs.length - 100 * SURENESS.indexOf(layout.sure);
      if (layout.needs.length === 0 || (best !== null && score <= best.score)) continue;
      const isThere = (header: string, at: number) =>
        layout.by_position
          ? toPlainHeader(cells[at] ?? '') === toPlainHeader(header)
          : written.has(toPlainHeader(header));
      if (layout.needs.every(isThere)) best = { layout, index, score };
    }
  }
  if (best) return best;
  const lines = rows.filter(({ cells }) => !/^\s*#/.test(cells[0] ?? '') && cells.some((cell) => cell.trim() !== ''));
  const layout = preset.layouts.find(({ shape }) => shape !== undefined && hasShape(shape, lines));
  return layout ? { layout, index: -1 } : null;
}

/** Most programs that are proposed. */
const PROPOSALS = 3;

/** The programs that an upload may come from, the likeliest first; each once. */
export function proposePresets(tables: readonly SourceTable[]): Proposal[] {
  const found: (Proposal & { weight: number })[] = [];
  for (const { id: preset, name, evidence, layouts } of PRESETS) {
    const of = { preset, name, evidence };
    const hits = tables.flatMap((table) => {
      const hit = findLayout({ ...of, id: preset, layouts }, table);
      if (!hit || hit.layout.columns === null) return [];
      const known = new Set(Object.values(hit.layout.columns).flat().map(toPlainHeader));
      const headers = hit.index < 0 ? [] : (table.rows[hit.index]?.cells ?? []);
      const needed = new Set(hit.layout.needs.map(toPlainHeader));
      const { file, sheet } = table;
      return [
        {
          ...of,
          file,
          sheet,
          sure: hit.layout.sure,
          headers: headers.map((one) => one.trim()).filter((one) => needed.has(toPlainHeader(one))),
          weight: headers.filter((one) => known.has(toPlainHeader(one)) || known.has(foldHeader(one))).length,
        },
      ];
    });
    const [best] = hits.toSorted(byWeight);
    if (best) found.push(best);
  }
  return found
    .toSorted(byWeight)
    .slice(0, PROPOSALS)
    .map(({ weight: _, ...proposal }) => proposal);
}

const byWeight = (one: Proposal & { weight: number }, other: Proposal & { weight: number }) =>
  SURENESS.indexOf(one.sure) - SURENESS.indexOf(other.sure) ||
  other.weight - one.weight ||
  (one.preset < other.preset ? -1 : 1);

/** What is told of the choice of a program. */
interface ChoiceNote {
  readonly code: 'preset_recognised' | 'preset_unfit' | 'preset_loose';
  readonly params: { readonly name: string };
}

const told = (code: ChoiceNote['code'], preset: Preset) => ({ code, params: { name: preset.name } }) as const;

/**
 * The program whose lists an upload holds: the one that somebody has said, unless none of the lists is one of its, or they fit
 * it loosely and are certainly those of another; else one whose lists come as a set and are certainly these. Others are
 * proposed only. What somebody said of the last lists is said of these by mistake only where nothing is certain: that is told.
 */
export function choosePreset(
  tables: readonly Pick<SourceTable, 'rows' | 'preset'>[],
  said: Preset | null,
): { readonly preset: Preset | null; readonly note: ChoiceNote | null } {
  const [own] = tables.flatMap(({ preset }) => findPreset(preset) ?? []);
  if (own) return { preset: own, note: told('preset_recognised', own) };
  const layoutsOf = (preset: Preset) => tables.flatMap((table) => findLayout(preset, table)?.layout ?? []);
  const isCertain = (preset: Preset) => layoutsOf(preset).some(({ sure }) => sure === 'certain');
  if (said && isCertain(said)) return { preset: said, note: null };
  const isLoose = said !== null && layoutsOf(said).length > 0;
  // The first headers of a list by position are those of many.
  const isSure = ({ sure, by_position }: Layout, preset: Preset) =>
    sure === 'certain' && (preset.is_set || !by_position);
  const others = PRESETS.filter(
    (one) => (one.is_set || isLoose) && layoutsOf(one).some((layout) => isSure(layout, one)),
  );
  const known = others.filter(({ evidence }) => evidence.includes('file'));
  const [other] = known.length === 1 && (others.length === 1 || !isLoose) ? known : [];
  if (other) return { preset: other, note: told('preset_recognised', other) };
  // Several, or one that is known from hearsay: somebody chooses.
  if (isLoose && others.length === 0) {
    const hasHeaders = layoutsOf(said).some(({ needs }) => needs.length > 0);
    return { preset: said, note: hasHeaders ? told('preset_loose', said) : null };
  }
  return { preset: null, note: said && told('preset_unfit', said) };
}
