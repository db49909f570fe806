/** A spreadsheet runs a cell whose first letter after blanks and quotes is one of these. */
const TRIGGER = /^[\s"']*[=+\-@\t\r\n＝＋－＠]/u;
/** Numbers stay numbers. */
const NUMBER = /^-?\d+([.,]\d+)?$/;

/** A cell for a file that a spreadsheet may open: a formula becomes text by an apostrophe. */
export function defuseCell(cell: string): string {
  return TRIGGER.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/** Takes that apostrophe back, and no other: `'t Hooft` and `O'Brien` stay. */
export function restoreCell(cell: string): string {
  if (!cell.startsWith("'")) return cell;
  const inside = cell.slice(1);
  return defuseCell(inside) === cell ? inside : cell;
}
