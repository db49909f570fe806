import type { Reason } from '@kreide/core/features/timetable-import';
import { parseDate, parseTime } from '../plan.ts';

/** An object of the file, whose fields may hold anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** An entry of a list, with its place for messages. */
export interface Entry {
  readonly fields: Fields;
  /** `lessonTimes[3]`. */
  readonly path: string;
}

/** Makes its path only when it is asked for: nearly every entry is good. */
class Item implements Entry {
  readonly fields: Fields;
  private readonly list: string;
  private readonly index: number;
  constructor(fields: Fields, list: string, index: number) {
    this.fields = fields;
    this.list = list;
    this.index = index;
  }

  get path() {
    return `${this.list}[${this.index}]`;
  }
}

/** Reports that an entry is left out because of one of its fields. */
export type Reject = (entry: Entry, field: string, reason: Reason, value?: unknown) => void;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text or number without surrounding blanks; null when nothing is left. */
export function textOf(fields: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'number' || typeof value === 'string') {
      const text = String(value).trim();
      if (text !== '') return text;
    }
  }
  return null;
}

/** The codes of a list, each once. */
export function listOf(fields: Fields, name: string): string[] {
  const texts = textsOf(fields, name);
  return texts.length === 1 ? [texts[0]!] : [...new Set(texts)];
}

/** A text without blanks around it, as nearly all are. */
const isPlain = (one: unknown): one is string =>
  typeof one === 'string' && one !== '' && one.trim().length === one.length;

/** The texts of a list, repeated ones included. */
export function textsOf(fields: Fields, name: string): readonly string[] {
  const value = fields[name];
  const texts: string[] = [];
  if (!Array.isArray(value)) return texts;
  if (value.every(isPlain)) return value;
  for (const one of value) {
    const text = typeof one === 'string' || typeof one === 'number' ? String(one).trim() : '';
    if (text !== '') texts.push(text);
  }
  return texts;
}

/** The objects of a list. Any other value is reported. */
export function entriesOf(fields: Fields, name: string, reject: Reject): Entry[] {
  const value = fields[name];
  if (value === null || value === undefined) return [];
  const entries: Entry[] = [];
  for (const [index, one] of (Array.isArray(value) ? value : [value]).entries()) {
    if (isFields(one)) entries.push(new Item(one, name, index));
    else reject(new Item({}, name, index), '', 'missing_value', one);
  }
  return entries;
}

export const dateOf = (fields: Fields, name: string) => parseDate(textOf(fields, name) ?? '');

/** `0945`, and `945` where the zero was lost. */
export function timeOf(fields: Fields, name: string): string | null {
  const text = textOf(fields, name) ?? '';
  return parseTime(text.length === 3 && /^\d{3}$/.test(text) ? `0${text}` : text);
}
