import { isSensitiveHeader } from './fields.ts';
import { HEADER_ROWS } from './presets.ts';
import type { SourceRow, SourceTable } from './source-table.ts';
import type { Headed } from './tables.ts';

/** Positions of what is never read. Without a known header any of the first rows may be it. */
function hiddenPositions({ rows }: SourceTable, head: Headed | null): number[] {
  if (head)
    return head.columns.flatMap(({ position, header, field, is_sensitive }) =>
      field === null && (is_sensitive || isSensitiveHeader(header)) ? [position] : [],
    );
  const named = rows
    .slice(0, HEADER_ROWS)
    .flatMap(({ cells }) => cells.flatMap((cell, at) => (isSensitiveHeader(cell) ? [at] : [])));
  return [...new Set(named)];
}

/**
 * Rows of a table as they may be kept and shown: without the values of columns that are never read. In a row of another
 * width these may stand as many cells further as it differs.
 */
export function hideCells(table: SourceTable, head: Headed | null): (row: SourceRow) => readonly string[] {
  const positions = hiddenPositions(table, head);
  if (positions.length === 0) return ({ cells }) => cells;
  const width = head?.has_header ? head.columns.length : 0;
  return ({ cells }) => {
    const by = width === 0 ? 0 : cells.length - width;
    const isHidden = (at: number) =>
      positions.some((position) => at >= position + Math.min(by, 0) && at <= position + Math.max(by, 0));
    return cells.map((cell, at) => (isHidden(at) ? '' : cell));
  };
}
