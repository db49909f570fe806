import type { AuditValues } from '@kreide/core/kernel';
import type { ColumnType } from 'kysely';

export type JsonValue = boolean | number | string | null | JsonValue[] | { [key: string]: JsonValue };

/**
 * The types of the jsonb columns, by `table.column`. A feature adds its own beside their types:
 * `declare module '../../kernel/data/json.ts' { interface JsonColumns { 'news.tags': string[] } }`.
 */
export interface JsonColumns {
  'audit_log.before': AuditValues;
  'audit_log.after': AuditValues;
  'outbox.audience': readonly string[];
  'outbox.payload': unknown;
}

declare const holds: unique symbol;
/** JSON text of a T: only `toJsonText` produces it. */
export type JsonText<T> = string & { readonly [holds]: T };

/** NUL and halves of characters: JSON has them, jsonb refuses the whole value because of one. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;
const toStorable = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

/** A value for a jsonb column (pg would write a list as a PostgreSQL array), without what no jsonb holds. */
export function toJsonText<T>(value: T): JsonText<T> {
  const text = JSON.stringify(value);
  return (UNSTORABLE.test(text) ? JSON.stringify(value, toStorable) : text) as JsonText<T>;
}

type Held<Column extends string> = Column extends keyof JsonColumns ? JsonColumns[Column] : JsonValue;

/** A jsonb column: read as a value, written as its JSON text. */
export type Json<Column extends string> = ColumnType<Held<Column>, JsonText<Held<Column>>, JsonText<Held<Column>>>;
