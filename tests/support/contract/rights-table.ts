import { readFileSync } from 'node:fs';

export const COLUMNS = ['anonymous', 'student', 'parent', 'teacher', 'employee', 'admin'] as const;
export type Column = (typeof COLUMNS)[number];

export interface RightsRow {
  endpoint: string;
  /** `own`, `other`, `other_school` …, prefixed with the kind of object where there are several. */
  object: string;
  expected: Record<Column, number>;
  requirement: string;
}

/** Parses the hand-written rights table; an incomplete line is an error that names it. */
export function readRights(path: string): RightsRow[] {
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const wanted = ['endpoint', 'object', ...COLUMNS, 'requirement'].join('\t');
  if (head !== wanted) throw new Error(`The first line has to be ${JSON.stringify(wanted)}`);
  return lines.map((line, index) => {
    const [endpoint = '', object = '', ...rest] = line.split('\t');
    const requirement = rest.pop() ?? '';
    const isComplete = rest.length === COLUMNS.length && rest.every((cell) => /^[1-5]\d\d$/.test(cell));
    if (!endpoint || !object || !isComplete) throw new Error(`Line ${index + 2} is not complete: ${line}`);
    const expected = Object.fromEntries(COLUMNS.map((column, at) => [column, Number(rest[at])]));
    return { endpoint, object, expected: expected as RightsRow['expected'], requirement };
  });
}
