import { restoreCell } from '../../kernel/formula.ts';
import { NAME_MAXIMUM } from '../users/index.ts';
import {
  isSpoilt,
  parseClass,
  parseEmail,
  parseLanguage,
  parseRelation,
  parseSex,
  parseStatus,
  parseType,
  saysNo,
} from './cells.ts';
import { type DateOrder, isBirthDate, isPlaceholderDate, parseDate } from './dates.ts';
import type { PersonField } from './fields.ts';
import type { Layout, Preset } from './preset.ts';
import type {
  ChildReference,
  ImportNote,
  ImportPerson,
  ImportType,
  NoteCode,
  Place,
  RejectedReason,
} from './records.ts';
import type { Column, SourceRow } from './tables.ts';

type Plain = Omit<ImportPerson, 'key' | 'children' | 'absent_children' | 'places'>;

/** One person of one row, before rows of the same person are put together. */
export interface Draft extends Plain {
  readonly place: Place;
  readonly row: SourceRow;
  /** Own rows of parents: whose parents they are. */
  readonly named_children: readonly ChildReference[];
  readonly relation: 'FATHER' | 'MOTHER' | 'OTHER';
  /** Guardians in columns of this row. */
  readonly guardians: readonly Draft[];
}

/** Why a row is nobody, and where. */
export interface Refusal {
  readonly reason: RejectedReason;
  readonly column: Column | null;
}

export interface Reading {
  /** In the order of preference, where several tell the same. */
  readonly columns: readonly Column[];
  /** Of the program, if somebody has said it. */
  readonly preset: Preset | null;
  readonly layout: Layout | null;
  readonly order: DateOrder | null;
  readonly today: string;
  /** Of rows that do not say it; null: nobody knows. */
  readonly type: ImportType | null;
  note(code: NoteCode, params?: ImportNote['params']): void;
}

const PHONE_MAXIMUM = 50;
const ID_MAXIMUM = 200;

/** Reads cells of a row by field. */
function cellsOf(row: SourceRow, columns: readonly Column[]) {
  const at = (column: Column) =>
    restoreCell(
      (row.cells[column.position] ?? '')
        .normalize('NFC')
        .replace(/[\s\u00a0]+/gu, ' ')
        .trim(),
    ).trim();
  const columnOf = (field: PersonField) => columns.find((column) => column.field === field) ?? null;
  // Of several columns the first that says something: a name in use before a name at birth.
  const text = (field: PersonField) => {
    for (const column of columns) {
      const value = column.field === field ? at(column) : '';
      if (value !== '') return value;
    }
    return '';
  };
  // Columns that repeat: of each child the first name that is told.
  const all = (field: PersonField) => {
    const found = columns.filter((column) => column.field === field);
    const ranks = [...new Set(found.map(({ rank = 0 }) => rank))];
    const lists = ranks.map((wanted) => found.filter(({ rank = 0 }) => rank === wanted).map(at));
    const length = Math.max(0, ...lists.map((list) => list.length));
    return Array.from({ length }, (_, index) => lists.find((list) => (list[index] ?? '') !== '')?.[index] ?? '');
  };
  return { text, all, columnOf };
}

/** `0` and a dash are no id: programs fill them in where there is none. */
const toId = (text: string) => (/^[0\-–.]*$/.test(text) ? null : text.slice(0, ID_MAXIMUM));
const orNull = (text: string, maximum: number) => (text === '' ? null : text.slice(0, maximum));

/** What is wrong with a name; null: nothing. */
function nameProblem(name: string): RejectedReason | null {
  if (!/[\p{L}\p{N}]/u.test(name)) return 'no_name';
  if (name.length > NAME_MAXIMUM) return 'name_too_long';
  if (/[\ufffd\p{Cc}\p{Cs}]/u.test(name)) return 'unreadable_letters';
  return null;
}

/** The person of a row, with the guardians beside them, or why it is nobody. Pure; never throws. */
export function toDraft(row: SourceRow, place: Place, reading: Reading): Draft | Refusal {
  const { columns, order, today, note, preset, layout } = reading;
  const { text, all, columnOf } = cellsOf(row, columns);
  const refuse = (reason: RejectedReason, field?: PersonField): Refusal => ({
    reason,
    column: field ? columnOf(field) : null,
  });
  if (row.is_broken) return refuse('broken_row');
  const spoilt = columns.find(({ position, field }) => field !== null && row.spoilt?.includes(position));
  if (spoilt) return { reason: 'spoilt_cell', column: spoilt };

  const [fullLast = '', fullFirst = ''] = text('full_name')
    .split(',')
    .map((part) => part.trim());
  const written = text('lastname') || fullLast;
  // SchILD marks namesakes so; anywhere else `#` is what somebody has written.
  const lastname = preset?.marks_namesakes ? written.replace(/#[^#]*$/u, '').trim() : written;
  const firstname = text('firstname') || fullFirst;
  for (const [field, name] of [
    ['lastname', lastname],
    ['firstname', firstname],
  ] as const) {
    const problem = nameProblem(name);
    if (problem) return refuse(problem, columnOf(field) ? field : 'full_name');
  }

  const { nobody } = preset ?? {};
  if (nobody !== undefined && [lastname, firstname, text('shortcut')].includes(nobody)) return refuse('no_person');
  const statusWord = text('status');
  const status = statusWord === '' ? 'active' : parseStatus(statusWord, layout?.status);
  if (status === null) note('unknown_status', { value: statusWord.slice(0, 40) });
  else if (status !== 'active') return refuse(status === 'left' ? 'has_left' : status, 'status');

  const given = parseClass(toClass(text('class'), preset));
  if (given.hasLeft) return refuse('has_left', 'class');
  const word = text('role');
  const type = word === '' ? (given.type ?? reading.type) : parseType(word);
  if (type === null) return refuse(word === '' ? 'role_unsaid' : 'unknown_role', 'role');

  const leaves = text('leaves_at');
  const leaves_at = leaves === '' ? null : parseDate(leaves, order);
  if (leaves !== '' && leaves_at === null) note('bad_leave_date');
  if (leaves_at !== null && leaves_at < today && !isPlaceholderDate(leaves_at)) return refuse('has_left', 'leaves_at');

  const born = text('birth_date');
  const birth_date = born === '' ? null : parseDate(born, order);
  if (born !== '' && birth_date === null) {
    const isSlashed = /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(born) && order === null;
    return refuse(isSlashed ? 'unknown_date_order' : 'bad_birth_date', 'birth_date');
  }
  // Grown-ups are born on the first day of 1970 too.
  const isPlaceholder =
    birth_date !== null && isPlaceholderDate(birth_date) && (type === 'STUDENT' || birth_date < '1970');
  if (isPlaceholder) note('placeholder_date', { value: born.slice(0, 40) });
  if (birth_date !== null && !isPlaceholder && !isBirthDate(birth_date, today, type === 'STUDENT'))
    return refuse('unlikely_birth_date', 'birth_date');

  const external_id = toId(text('external_id'));
  if (external_id !== null && isSpoilt(external_id)) return refuse('spoilt_cell', 'external_id');
  const sexWord = text('sex');
  const sex = sexWord === '' ? null : parseSex(sexWord, layout?.sex);
  if (sexWord !== '' && sex === null) note('unknown_sex', { value: sexWord.slice(0, 40) });
  const languageWord = text('language');
  const language = languageWord === '' ? null : parseLanguage(languageWord);
  if (languageWord !== '' && language === null) note('unknown_language', { value: languageWord.slice(0, 40) });
  const person = {
    type,
    external_id,
    lastname,
    firstname,
    sex,
    birth_date: isPlaceholder ? null : birth_date,
    class: type === 'STUDENT' ? given.class : null,
    shortcut: type === 'TEACHER' ? orNull(text('shortcut'), 60) : null,
    email: toEmail(text('email'), note),
    phone: orNull(text('phone'), PHONE_MAXIMUM),
    language,
  };
  return {
    ...person,
    place,
    row,
    relation: 'OTHER' as const,
    named_children: type === 'PARENT' ? childrenOf(all) : [],
    guardians: type === 'STUDENT' ? guardiansOf(text, person, { place, row }, note) : [],
  };
}

/** The class of a cell in which a program writes more than the class. */
function toClass(text: string, preset: Preset | null): string {
  if (preset?.class === 'first_word') return text.split(' ')[0] ?? '';
  if (preset?.class === 'behind_dash') return (text.split(',')[0] ?? '').replace(/^[^-]*-/, '');
  return text;
}

function toEmail(text: string, note: Reading['note']): string | null {
  if (text === '') return null;
  const address = parseEmail(text);
  if (address === null) note('bad_email', { value: text.slice(0, 80) });
  return address;
}

/** Columns of children repeat: the first of each name is the first child. Ids may share one cell. */
function childrenOf(all: (field: PersonField) => string[]): ChildReference[] {
  const none = { lastname: '', firstname: '', class: null };
  const ids = all('child_id').flatMap((cell) => cell.split(/[,;\s]+/));
  const [last, first, classes] = [all('child_lastname'), all('child_firstname'), all('child_class')];
  return [
    ...ids.flatMap((id) => (id === '' ? [] : [{ ...none, external_id: id }])),
    ...last.flatMap((lastname, index) => {
      const firstname = first[index] ?? '';
      if (lastname === '' || firstname === '') return [];
      return [{ external_id: null, lastname, firstname, class: classes[index] || null }];
    }),
  ];
}

/** The guardians beside a pupil: with a name, and something that tells them from others of the same name. */
function guardiansOf(
  text: (field: PersonField) => string,
  pupil: Pick<Plain, 'lastname' | 'firstname' | 'language'>,
  at: Pick<Draft, 'place' | 'row'>,
  note: Reading['note'],
): Draft[] {
  const found: Draft[] = [];
  for (const group of ['g1', 'g2'] as const) {
    const lastname = text(`${group}_lastname`);
    const firstname = text(`${group}_firstname`);
    if (nameProblem(lastname) !== null || nameProblem(firstname) !== null) continue;
    if (lastname === pupil.lastname && firstname === pupil.firstname) {
      note('own_guardian', { name: `${firstname} ${lastname}` });
      continue;
    }
    if (saysNo(text(`${group}_custody`))) {
      note('guardian_without_custody', { name: `${firstname} ${lastname}` });
      continue;
    }
    const external_id = toId(text(`${group}_id`));
    const email = toEmail(text(`${group}_email`), note);
    const phone = orNull(text(`${group}_phone`), PHONE_MAXIMUM);
    if (external_id === null && email === null && phone === null) {
      note('guardian_unreachable', { name: `${firstname} ${lastname}` });
      continue;
    }
    const relation = parseRelation(text(`${group}_relation`));
    found.push({
      type: 'PARENT' as const,
      external_id,
      lastname,
      firstname,
      email,
      phone,
      relation,
      ...at,
      birth_date: null,
      sex: null,
      class: null,
      shortcut: null,
      named_children: [],
      guardians: [],
      // A family has one language.
      language: pupil.language,
    });
  }
  return found;
}
