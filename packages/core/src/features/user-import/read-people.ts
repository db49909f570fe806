import { isOddClass } from './cells.ts';
import { dateOrderOf } from './dates.ts';
import { type Draft, type Reading, toDraft } from './drafts.ts';
import { foldName } from './fold.ts';
import { hideCells } from './hidden-cells.ts';
import { groupDrafts, toPerson } from './people.ts';
import type { Preset } from './preset.ts';
import { findPreset, proposePresets } from './presets.ts';
import type {
  ChildReference,
  ImportNote,
  ImportPerson,
  ImportProfile,
  NoteCode,
  ReadPeople,
  RejectedReason,
  RejectedRow,
} from './records.ts';
import { certainType, evidentType } from './role.ts';
import type { Roster } from './roster.ts';
import { isAskew } from './source-table.ts';
import { type Column, type Headed, readHeader, type SourceRow, type SourceTable } from './tables.ts';

/** Most rows that one upload may hold. */
export const IMPORT_ROWS_MAXIMUM = 100_000;
const VALUE_MAXIMUM = 200;

const isEmpty = ({ cells }: SourceRow) => cells.every((cell) => cell.trim() === '');

/**
 * Reads the people out of tables. Pure; never throws, whatever the cells hold. Every row that is not empty is at a place
 * of a person, in `rejected`, or above a header; the order of the rows does not matter.
 */
export function readPeople(
  tables: readonly SourceTable[],
  profile: ImportProfile,
  today: string,
  roster: Pick<Roster, 'preset' | 'delta' | 'notes'> | null = null,
): ReadPeople {
  const rejected: RejectedRow[] = [];
  const notes = new Map<string, ImportNote>();
  const note = (code: NoteCode, params: ImportNote['params'] = {}) =>
    void notes.set(JSON.stringify([code, params]), { code, params });
  const reject = (table: SourceTable, row: SourceRow, reason: RejectedReason, column: Column | null) => {
    const value = column ? (row.cells[column.position] ?? null) : null;
    rejected.push({
      file: table.file,
      sheet: table.sheet,
      line: row.line,
      column: column?.header ?? null,
      reason,
      value: value?.slice(0, VALUE_MAXIMUM) ?? null,
      cells: hidden.get(table)?.(row) ?? [],
    });
  };
  const preset = roster?.preset ?? findPreset(profile.preset);
  for (const { code, params } of roster?.notes ?? []) note(code, params);
  const headed = tables.map((table) => ({ table, head: readHeader(table, profile.columns, preset) }));
  const hidden = new Map(headed.map(({ table, head }) => [table, hideCells(table, head)]));
  const hasAny = headed.some(({ head }) => head !== null);
  const columns: ReadPeople['columns'][number][] = [];
  const read: ReadPeople['tables'][number][] = [];
  const drafts: Draft[] = [];
  const tableOf = new Map<Draft, SourceTable>();
  let rows = 0;
  for (const { table, head } of headed) {
    if (!head) {
      if (hasAny && table.sheet !== null) note('sheet_skipped', { sheet: table.sheet });
      else if (hasAny && preset?.is_set) note('file_skipped', { file: table.file });
      else for (const row of table.rows) if (!isEmpty(row)) reject(table, row, 'no_header', null);
      continue;
    }
    columns.push(...toShown(table, head));
    const { file, sheet, encoding = null, delimiter = null } = table;
    read.push({ file, sheet, encoding, delimiter, has_header: head.has_header, rows: head.rows.length });
    tellColumns(head, note);
    const reading = toReading({ table, head }, { profile, preset }, today, note);
    for (const row of head.rows) {
      if (isEmpty(row)) continue;
      rows += 1;
      if (rows > IMPORT_ROWS_MAXIMUM) {
        reject(table, row, 'too_many_rows', null);
        continue;
      }
      if (head.has_header && !row.is_broken && isAskew(row, head.columns.length, table.delimiter === undefined)) {
        reject(table, row, 'row_width', null);
        continue;
      }
      const draft = toDraft(row, { file: table.file, sheet: table.sheet, line: row.line }, reading);
      if ('reason' in draft) reject(table, row, draft.reason, draft.column);
      else {
        drafts.push(draft);
        tableOf.set(draft, table);
      }
    }
  }
  const refuse = (draft: Draft, reason: RejectedReason) => {
    const table = tableOf.get(draft);
    if (table) reject(table, draft.row, reason, null);
  };
  const people = toPeople(drafts, refuse, note);
  tellOddClasses(people, note);
  tellOddNames(people, note);
  const proposals = preset ? [] : proposePresets(tables);
  return {
    people,
    rejected,
    notes: [...notes.values()],
    tables: read,
    columns,
    proposals,
    delta: roster?.delta ?? null,
  };
}

function toReading(
  { table, head }: { table: SourceTable; head: Headed },
  { profile, preset }: { profile: ImportProfile; preset: Preset | null },
  today: string,
  note: Reading['note'],
): Reading {
  const dates = head.columns.find(({ field }) => field === 'birth_date');
  const values = dates ? head.rows.map(({ cells }) => cells[dates.position] ?? '') : [];
  const order = profile.date_order ?? dateOrderOf(values) ?? preset?.date_order ?? null;
  const columns = head.columns.toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
  const said = head.layout?.type ?? null;
  const certain = certainType(table);
  // What was said of the last list is not said of this one.
  if (certain !== null && profile.type !== null && profile.type !== certain)
    note('type_recognised', { file: table.sheet ?? table.file, type: certain });
  const type = certain ?? profile.type ?? said ?? evidentType(table, head.columns);
  return { columns, preset, layout: head.layout, order, today, type, note };
}

function toShown({ file, sheet }: SourceTable, { columns }: Headed) {
  return columns.map(({ header, field, is_sensitive }) => ({ file, sheet, header, field, is_sensitive }));
}

function tellColumns({ columns, layout }: Headed, note: Reading['note']): void {
  const names = (of: readonly Column[]) =>
    of
      .map(({ header }) => header)
      .join(', ')
      .slice(0, 500);
  const sensitive = columns.filter((column) => column.is_sensitive && column.field === null);
  const used = new Set(layout?.used?.map((header) => header.toLowerCase()));
  const isUsed = ({ header }: Column) => used.has(header.toLowerCase());
  const unknown = columns.filter((column) => !column.is_sensitive && column.field === null && !isUsed(column));
  if (sensitive.length > 0) note('sensitive_columns', { columns: names(sensitive) });
  if (unknown.length > 0) note('unknown_columns', { columns: names(unknown) });
}

/** Names that a note shows. */
const NAMES_SHOWN = 10;

/** Where a column is another than it was taken for, numbers, dates and addresses would become classes. */
function tellOddClasses(people: readonly ImportPerson[], note: Reading['note']): void {
  const odd = [...new Set(people.flatMap(({ class: name }) => (name !== null && isOddClass(name) ? [name] : [])))];
  if (odd.length > 0) note('odd_classes', { classes: odd.toSorted().slice(0, NAMES_SHOWN).join(', ') });
}

/** A letter that a program could not write stands as a question mark, or as the code of a web page. */
const LOST = /\p{L}\?|\?\p{L}|&#?\w+;?/u;

function tellOddNames(people: readonly ImportPerson[], note: Reading['note']): void {
  const odd = people.filter(({ lastname, firstname }) => LOST.test(lastname) || LOST.test(firstname));
  const names = odd.slice(0, NAMES_SHOWN).map(({ lastname, firstname }) => `${firstname} ${lastname}`);
  if (odd.length > 0) note('lost_letters', { count: odd.length, names: names.join(', ') });
}

function toPeople(
  drafts: readonly Draft[],
  refuse: (draft: Draft, reason: RejectedReason) => void,
  note: Reading['note'],
): ImportPerson[] {
  const own = groupDrafts(drafts);
  const rows = new Set(drafts);
  const isRow = (draft: Draft) => rows.has(draft);
  for (const { draft, reason } of own.refused) refuse(draft, reason);
  if (own.repeated > 0) note('repeated_rows', { count: own.repeated });
  for (const name of own.two_classes) note('two_classes', { name });

  const pupils = own.groups.filter(({ drafts: [first] }) => first?.type === 'STUDENT');
  // Guardians of pupils that were refused wait with them.
  const beside = pupils.flatMap(({ key, drafts: members }) =>
    members.flatMap(({ guardians }) => guardians.map((draft) => ({ draft, child: key }))),
  );
  const parents = own.groups.filter(({ drafts: [first] }) => first?.type === 'PARENT');
  const guardians = groupDrafts([
    ...parents.flatMap(({ drafts: members }) => members),
    ...beside.map(({ draft }) => draft),
  ]);
  for (const { draft, reason } of guardians.refused) {
    if (isRow(draft)) refuse(draft, reason);
    else note('guardian_unclear', { name: `${draft.firstname} ${draft.lastname}` });
  }
  const childOf = new Map(beside.map(({ draft, child }) => [draft, child]));
  const find = createChildSearch(pupils.map(({ key, drafts: [first] }) => ({ key, first: first as Draft })));

  const people = own.groups.flatMap((group) => (group.drafts[0]?.type === 'PARENT' ? [] : [toPerson(group, [], [])]));
  for (const group of guardians.groups) {
    const children = new Map<string, ImportPerson['children'][number]>();
    const absent: ChildReference[] = [];
    for (const draft of group.drafts) {
      const beside = childOf.get(draft);
      if (beside !== undefined) children.set(beside, { key: beside, relation: draft.relation });
      for (const child of draft.named_children) {
        const key = find(child);
        if (key === null) absent.push(child);
        else children.set(key, { key, relation: draft.relation });
      }
    }
    people.push(toPerson(group, [...children.values()], absent));
  }
  return withoutSharedEmails(people, note);
}

/** Finds the pupil of the upload that a parent's row names; null: none, or two alike. */
function createChildSearch(pupils: readonly { key: string; first: Draft }[]) {
  const byId = new Map<string, string>();
  const byName = new Map<string, { key: string; class: string | null }[]>();
  for (const { key, first } of pupils) {
    if (first.external_id !== null) byId.set(first.external_id, key);
    const name = `${foldName(first.lastname)}|${foldName(first.firstname)}`;
    byName.set(name, [...(byName.get(name) ?? []), { key, class: first.class }]);
  }
  return (child: ChildReference): string | null => {
    if (child.external_id !== null) return byId.get(child.external_id) ?? null;
    const named = byName.get(`${foldName(child.lastname)}|${foldName(child.firstname)}`) ?? [];
    const inClass = named.length > 1 ? named.filter((one) => one.class === child.class) : named;
    return inClass.length === 1 ? (inClass[0]?.key ?? null) : null;
  };
}

/** An address that two people share signs neither in: it is kept for nobody until somebody says whose it is. */
function withoutSharedEmails(people: readonly ImportPerson[], note: Reading['note']): ImportPerson[] {
  const count = new Map<string, number>();
  for (const { email } of people)
    if (email !== null) count.set(email.toLowerCase(), (count.get(email.toLowerCase()) ?? 0) + 1);
  return people.map((person) => {
    if (person.email === null || count.get(person.email.toLowerCase()) === 1) return person;
    note('shared_email', { email: person.email });
    return { ...person, email: null };
  });
}
