import type { AuditValues } from '@kreide/core/kernel';
import type { ColumnType } from 'kysely';

export type JsonValue = boolean | number | string | null | JsonValue[] | { [key: string]: JsonValue };

/**
 * The types of the jsonb columns, by `table.column`. A feature adds its own beside their types:
 * `declare module '../../kernel/json.ts' { interface JsonColumns { 'news.tags': string[] } }`.
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

/** A value for a jsonb column (pg would write a list as a PostgreSQL array). */
export function toJsonText<T>(value: T): JsonText<T> {
  return JSON.stringify(value) as JsonText<T>;
}

type Held<Column extends string> = Column extends keyof JsonColumns ? JsonColumns[Column] : JsonValue;

/** A jsonb column: read as a value, written as its JSON text. */
export type Json<Column extends string> = ColumnType<Held<Column>, JsonText<Held<Column>>, JsonText<Held<Column>>>;
