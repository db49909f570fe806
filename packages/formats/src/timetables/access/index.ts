import { createHash } from 'node:crypto';
import {
  fitsQuestion,
  type ParsedPlan,
  type ParseOptions,
  type ReadingQuestion,
  type SourceFile,
} from '@kreide/core/features/timetable-import';
import { completePlan } from '../complete-plan.ts';
import { createFindings, unreadable } from '../findings.ts';
import { type Parser, UndecidedReading } from '../parser.ts';
import { createPlan, fillTimes } from '../plan.ts';
import { createUnitCollector } from '../unit-collector.ts';
import { toLessons } from '../untis/gpu/lessons.ts';
import { type AccessTable, isAccess, openAccess } from './database.ts';
import { proposeTables } from './propose.ts';
import { toRows } from './rows.ts';

export { isAccess } from './database.ts';

/** Maximum number of rows that are read. A table with more rows is not the plan of one school. */
const ROWS_MAXIMUM = 200_000;

/** Equal for databases with the same tables and columns, whatever they hold. */
function toMake(tables: readonly AccessTable[]): string {
  const shape = tables.map(({ name, columns }) => JSON.stringify([name, [...columns].sort()])).sort();
  return `access ${createHash('sha256').update(shape.join('\n')).digest('base64url').slice(0, 32)}`;
}

function parse(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const [file, second] = files;
  if (!file) throw unreadable('', 'no_files');
  if (second) throw unreadable(second.name, 'one_file_only', { other: file.name });
  const tables = openAccess(file);
  const make = toMake(tables);
  const question: ReadingQuestion = { kind: 'table', file: file.name, tables: proposeTables(tables) };
  if (question.tables.length === 0) throw unreadable(file.name, 'access_empty');
  const said = [options.reading, options.readings?.[make]].find((one) => one?.kind === 'table');
  const answer = said && fitsQuestion(question, said) ? said : null;
  const asked = { make, question, answer };
  if (answer?.kind !== 'table') throw new UndecidedReading(asked);

  const findings = createFindings();
  const table = tables.find(({ name }) => name === answer.table)!;
  if (table.rows > ROWS_MAXIMUM) {
    throw unreadable(file.name, 'too_many_lessons', { count: table.rows, limit: ROWS_MAXIMUM });
  }
  const { placements, unplaced } = toRows(table.read(ROWS_MAXIMUM), answer, { file: file.name, findings });
  const lessons = toLessons(placements, unplaced);
  if (answer.columns.week === undefined && lessons.length > 0) findings.warn('weeks_assumed_every');
  const plan = completePlan(
    {
      ...createPlan('time2007-access'),
      // A table without a single place must not empty a timetable.
      scope: { complete: [], lessons: placements.length > 0 ? 'all' : 'none', substitutions: null },
      times: fillTimes([], options.grid),
      lessons,
    },
    createUnitCollector(),
    findings,
  );
  return { ...plan, asked };
}

/**
 * A database of Access, in which TIME 2007 keeps its plan (docs/import-formats.md, Access). No document names its tables:
 * somebody of the school says which table holds the lessons, and what each column means.
 */
export const accessParser: Parser = {
  formats: ['time2007-access'],
  asks: ['table'],
  recognise: (files) => (files.length > 0 && files.every(isAccess) ? 1 : 0),
  parse,
};
