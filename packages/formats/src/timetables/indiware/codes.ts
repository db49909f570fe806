const distinct = (codes: string[]): string[] => (codes.length < 2 ? codes : [...new Set(codes)]);

/**
 * Teachers or rooms of one field. Several are separated by blanks or commas (`To Sku`), and codes contain blanks (`TH
 * 1`): blanks separate only when every part is a known code.
 */
export function splitUnits(value: string, known: ReadonlySet<string>): string[] {
  const only = value.trim();
  if (only === '') return [];
  if (known.has(only) && !/[,;]/.test(only)) return [only];
  const parts = value.split(/[,;]/).map((part) => part.trim());
  return distinct(
    parts.flatMap((part) => {
      if (part === '' || known.has(part)) return part === '' ? [] : [part];
      const words = part.split(/\s+/);
      return words.length > 1 && words.every((word) => known.has(word)) ? words : [part];
    }),
  );
}

/** `E07` to `A99`: what a code looks like. */
const shapeOf = (code: string) => code.replace(/\p{L}/gu, 'A').replace(/\d/g, '9');

/** The shapes of a file's codes, worked out once: every entry asks for them. */
const shapesOf = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();
function listShapes(known: ReadonlySet<string>): ReadonlySet<string> {
  const shapes = shapesOf.get(known) ?? new Set([...known].map(shapeOf));
  shapesOf.set(known, shapes);
  return shapes;
}

/**
 * Rooms of one field. Besides known codes a part may be a number that the file never names alone, where its rooms look
 * like that: `105 101` is two rooms as soon as `101` is one; `TH 1` stays one, because no room is called `1`.
 */
export function splitRooms(value: string, known: ReadonlySet<string>): string[] {
  const shapes = listShapes(known);
  const isRoom = (word: string) => /\d/.test(word) && !known.has(word) && shapes.has(shapeOf(word));
  const words = value.split(/[\s,;]+/).filter(isRoom);
  return splitUnits(value, words.length === 0 ? known : new Set([...known, ...words]));
}

/** `5a,5b`, `5a-5c`, `5a-5c,5d` to classes; a range follows the order of the file, and only between its classes. */
export function splitClasses(value: string, known: readonly string[]): string[] {
  const only = value.trim();
  if (!/[,-]/.test(only)) return only === '' ? [] : [only];
  const classes = value.split(',').flatMap((part) => {
    const code = part.trim();
    if (code === '' || known.includes(code)) return code === '' ? [] : [code];
    for (let at = code.indexOf('-'); at > 0; at = code.indexOf('-', at + 1)) {
      const from = known.indexOf(code.slice(0, at).trim());
      const to = known.indexOf(code.slice(at + 1).trim());
      if (from >= 0 && to >= from) return known.slice(from, to + 1);
    }
    return [code];
  });
  return distinct(classes);
}

/** `9e/ inf1` is a course of a class: slash and blank. `5/1` is a class. */
export function splitCourse(value: string): { classes: string; course: string | null } {
  const found = /^(.*?)\/\s+(.+)$/.exec(value.trim());
  return found ? { classes: found[1]!, course: found[2]! } : { classes: value.trim(), course: null };
}

/** `3` or `3-4` to periods; null when it is neither. */
export function splitPeriods(value: string): string[] | null {
  const found = /^(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?$/.exec(value.trim());
  if (!found) return null;
  const first = Number(found[1]);
  const last = Number(found[2] ?? found[1]);
  if (last < first) return null;
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}
