import {
  choosePreset,
  findPreset,
  IMPORT_ROWS_MAXIMUM,
  type ImportNote,
  type ImportProfile,
  joinRoster,
  type ReadPeople,
  readPeople,
  type UnreadablePeople,
} from '@kreide/core/features/user-import';
import type { Reader, Refusal } from '../reader.ts';
import { readTables, UnreadablePeopleFile } from './read-tables.ts';

/** The words of a note that are an example from the file. */
const EXAMPLES = ['before', 'after', 'example'] as const;

/** A note shows a word of the file only where somebody's data holds it. Other words may come from a column that is never read. */
function withoutUnread(note: ImportNote, people: ReadPeople['people']): ImportNote {
  const shown = note.params.after ?? note.params.example;
  if (shown === undefined || JSON.stringify(people).includes(JSON.stringify(String(shown)).slice(1, -1))) return note;
  const hidden = EXAMPLES.flatMap((name) => (name in note.params ? [[name, '…']] : []));
  return { ...note, params: { ...note.params, ...Object.fromEntries(hidden) } };
}

/** How the lists of an upload are meant. */
export interface PeopleOptions {
  readonly profile: ImportProfile;
  /** The date at the school, `YYYY-MM-DD`. It decides who has left and which dates of birth are possible. */
  readonly today: string;
}

/** Each row beyond the maximum is named. Nobody corrects more rows than this, so a longer list is refused whole. */
const ROWS_REFUSED = 2 * IMPORT_ROWS_MAXIMUM;

/**
 * Reads the people out of lists (text in any encoding and with any delimiter, workbooks, archives of these) and out of the
 * rosters of OneRoster and School Data Sync (docs/import-formats.md).
 */
export const readPeopleFiles: Reader<PeopleOptions, ReadPeople, Refusal<UnreadablePeople>> = async (
  files,
  { profile, today },
) => {
  try {
    const said = findPreset(profile.preset);
    const first = await readTables(files, said);
    const { preset, note } = choosePreset(first.tables, said);
    // Hints of another program would spoil these lists.
    const { tables, notes } = preset === said ? first : await readTables(files, preset);
    const roster = joinRoster(tables, preset?.id, today);
    if (roster && 'reason' in roster) throw new UnreadablePeopleFile(roster.file, roster.reason, roster.params);
    const lists = roster?.tables ?? tables;
    if (lists.reduce((count, { rows }) => count + rows.length, 0) > ROWS_REFUSED)
      throw new UnreadablePeopleFile(files.length === 1 ? (files[0]?.name ?? '') : '', 'too_large');
    const read = readPeople(lists, { ...profile, preset: preset?.id ?? null }, today, roster);
    const told = notes.map((one) => withoutUnread(one, read.people));
    return { ok: true, records: { ...read, notes: [...(note ? [note] : []), ...told, ...read.notes] } };
  } catch (error) {
    if (!(error instanceof UnreadablePeopleFile)) throw error;
    return { ok: false, file: error.file, reason: error.reason, params: error.params };
  }
};
