import { parseType } from './cells.ts';
import type { PersonField } from './fields.ts';
import { foldHeader } from './fold.ts';
import type { ImportType } from './import-types.ts';
import { PRESETS } from './preset-table.ts';
import { findLayout } from './presets.ts';
import type { SourceTable } from './source-table.ts';
import type { Column } from './tables.ts';

/** Fields that only one kind of people has. */
const TYPE_OF_FIELD: readonly (readonly [RegExp, ImportType])[] = [
  [/^child_/, 'PARENT'],
  [/^shortcut$/, 'TEACHER'],
  [/^(class$|g[12]_)/, 'STUDENT'],
];
/** Words within headers of fields that are read: `Schueler_Nachname`. */
const TYPE_OF_HEADER: readonly (readonly [RegExp, ImportType])[] = [
  [/schueler|pupil|student|eleve|alumn|ogrenci/, 'STUDENT'],
  [/lehrer|teacher|docente/, 'TEACHER'],
];

const firstOf = <Key>(list: readonly (readonly [RegExp, Key])[], text: string): Key[] => {
  const found = list.find(([pattern]) => pattern.test(text));
  return found ? [found[1]] : [];
};

/** What the columns speak for. Parents name the class of their child and who it is. */
function typesOfColumns(columns: readonly Column[]): ImportType[] {
  const read = columns.filter((column): column is Column & { field: PersonField } => column.field !== null);
  const types = read.flatMap(({ field, header }) => [
    ...firstOf(TYPE_OF_FIELD, field),
    ...firstOf(TYPE_OF_HEADER, foldHeader(header)),
  ]);
  return types.includes('PARENT') ? ['PARENT'] : types;
}

/** What the names of the file and the sheet speak for: `Teacher.csv`. */
function typesOfNames({ file, sheet }: Pick<SourceTable, 'file' | 'sheet'>): ImportType[] {
  return (sheet ?? file).split(/[^\p{Letter}\p{Mark}]+/u).flatMap((word) => parseType(word) ?? []);
}

/** What the rows are of a list that is certainly one of a program, whoever has chosen it. */
function typesOfPrograms(table: SourceTable): ImportType[] {
  return PRESETS.flatMap((preset) => {
    const layout = findLayout(preset, table)?.layout;
    // The first headers of a list by position are those of many.
    return layout?.sure === 'certain' && !layout.by_position && layout.type ? [layout.type] : [];
  });
}

const onlyOf = (types: readonly ImportType[]): ImportType | null =>
  new Set(types).size === 1 ? (types[0] ?? null) : null;

/** What a list is that is certainly one of a program, whatever somebody has said of another one; null: not certain. */
export const certainType = (table: SourceTable): ImportType | null => onlyOf(typesOfPrograms(table));

/** What all rows of a table are that do not say it themselves; null: nothing speaks for one role alone, and it is asked. */
export const evidentType = (table: SourceTable, columns: readonly Column[]): ImportType | null =>
  certainType(table) ?? onlyOf([...typesOfColumns(columns), ...typesOfNames(table)]);
