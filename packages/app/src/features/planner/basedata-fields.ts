import { type Basedata, type BasedataDrafts, type BasedataRow, nameOfRow } from '@kreide/core/features/planner';
import type { Unit } from '@kreide/core/features/structure';

/** What a cell can name. */
export type Listed = Basedata | 'years';
export type Units = Readonly<Record<Listed, readonly Unit[]>>;

/** What stands in a cell. */
export type Cell = string | number | boolean | null | readonly number[];
/** A row while it is edited: numbers are typed as text. */
export type Values = Record<string, Cell>;

export interface Field {
  readonly key: FieldKey;
  readonly kind: 'text' | 'number' | 'flag' | 'hue' | 'one' | 'many' | 'date' | 'time';
  /** What is chosen from; `years`: the school years. */
  readonly of?: Listed;
  /** Of a number. */
  readonly step?: number;
}

type KeysOf<Drafts> = Drafts extends object ? keyof Drafts : never;
export type FieldKey = KeysOf<BasedataDrafts[Basedata]>;

const NAME = { key: 'name', kind: 'text' } as const;
const SHORTCUT = { key: 'shortcut', kind: 'text' } as const;

/** The columns of each table, in their order. */
export const FIELDS: Readonly<Record<Basedata, readonly Field[]>> = {
  subjects: [
    SHORTCUT,
    NAME,
    { key: 'user_color', kind: 'hue' },
    { key: 'bookable_ids', kind: 'many', of: 'bookables' },
  ],
  teachers: [
    SHORTCUT,
    { key: 'title', kind: 'text' },
    { key: 'firstname', kind: 'text' },
    { key: 'lastname', kind: 'text' },
    { key: 'contract_hours', kind: 'number', step: 0.5 },
    { key: 'most_a_day', kind: 'number', step: 1 },
    { key: 'most_a_week', kind: 'number', step: 1 },
    { key: 'free_days', kind: 'number', step: 1 },
    { key: 'main_bookable_id', kind: 'one', of: 'bookables' },
    { key: 'subject_ids', kind: 'many', of: 'subjects' },
    { key: 'no_substitution', kind: 'flag' },
    { key: 'no_supervision', kind: 'flag' },
  ],
  bookables: [
    SHORTCUT,
    NAME,
    { key: 'kind', kind: 'text' },
    { key: 'building', kind: 'text' },
    { key: 'capacity', kind: 'number', step: 1 },
    { key: 'description', kind: 'text' },
    { key: 'is_public', kind: 'flag' },
    { key: 'is_confirmable', kind: 'flag' },
    { key: 'is_custom', kind: 'flag' },
  ],
  grades: [
    SHORTCUT,
    NAME,
    { key: 'category', kind: 'text' },
    { key: 'range', kind: 'text' },
    { key: 'order', kind: 'number', step: 1 },
    { key: 'most_a_day', kind: 'number', step: 1 },
    { key: 'core_begins_at', kind: 'time' },
    { key: 'core_ends_at', kind: 'time' },
  ],
  courses: [
    SHORTCUT,
    NAME,
    { key: 'subject_id', kind: 'one', of: 'subjects' },
    { key: 'grade_ids', kind: 'many', of: 'grades' },
    { key: 'teacher_ids', kind: 'many', of: 'teachers' },
    { key: 'is_required', kind: 'flag' },
    { key: 'type', kind: 'text' },
    { key: 'season_id', kind: 'one', of: 'years' },
    { key: 'user_color', kind: 'hue' },
    { key: 'is_temp', kind: 'flag' },
    { key: 'is_custom', kind: 'flag' },
  ],
  holidays: [
    NAME,
    { key: 'begins_at', kind: 'date' },
    { key: 'ends_at', kind: 'date' },
    { key: 'is_public', kind: 'flag' },
  ],
};

const EMPTY: Readonly<Record<Field['kind'], Cell>> = {
  text: '',
  number: '',
  flag: false,
  hue: null,
  one: null,
  many: [],
  date: '',
  time: null,
};

const isOnAtFirst = (entity: Basedata, key: FieldKey) =>
  key === 'is_custom' || (key === 'is_public' && entity === 'bookables');

/** A row as it is typed; a new one is empty, a room can be seen, a free day is today. */
export function toValues(entity: Basedata, row: BasedataRow | null, today = ''): Values {
  const stored = row as unknown as Values | null;
  return Object.fromEntries(
    FIELDS[entity].map(({ key, kind }): [string, Cell] => {
      const value = stored?.[key] ?? null;
      if (row === null && kind === 'date') return [key, today];
      if (row === null) return [key, isOnAtFirst(entity, key) || EMPTY[kind]];
      return [key, kind === 'text' || kind === 'number' ? `${value ?? ''}` : value];
    }),
  );
}

/** What is sent of it. */
export function toDraft<Entity extends Basedata>(entity: Entity, values: Values): BasedataDrafts[Entity] {
  const entries = FIELDS[entity].map(({ key, kind }): [string, Cell] => {
    const value = values[key] ?? null;
    const text = `${value ?? ''}`.trim();
    if (kind === 'number') return [key, text === '' ? null : Number(text)];
    if (kind !== 'text') return [key, value];
    return [key, text === '' && key !== 'shortcut' && entity !== 'holidays' ? null : text];
  });
  return Object.fromEntries(entries) as unknown as BasedataDrafts[Entity];
}

/** A row as it is called elsewhere. */
export function toUnit(row: BasedataRow): Unit {
  const shortcut = nameOfRow(row);
  if (!('lastname' in row)) return { id: row.id, shortcut, name: row.name };
  const name = [row.title, row.firstname, row.lastname].filter(Boolean).join(' ');
  return { id: row.id, shortcut, name: name || null };
}

/** The text of a column; a free day is public in another sense than a room. */
export const labelOf = (entity: Basedata, key: FieldKey) =>
  entity === 'holidays' && key === 'is_public' ? 'basedata.publicHoliday' : (`basedata.field.${key}` as const);
