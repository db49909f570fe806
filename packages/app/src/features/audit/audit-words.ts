import { isDate, type Language, type TextsIn, type TranslateIn, writeDate, writeMoment } from '@kreide/core/kernel';

type NamesBelow<Prefix extends string> = {
  [Key in keyof TextsIn<'audit'>]: Key extends `${Prefix}.${infer Name}` ? Name : never;
}[keyof TextsIn<'audit'>];

const ENTITIES = [
  'users',
  'roles',
  'news',
  'schools',
  'school_years',
  'timetable_uploads',
  'subscriptions',
  'screens',
  'day_messages',
  'webuntis_connections',
  'planner_versions',
  'desk_absences',
  'desk_decisions',
  'desk_settings',
] as const satisfies readonly NamesBelow<'entities'>[];

const FIELDS = [
  'title',
  'content',
  'publish_at',
  'is_pinned',
  'is_official',
  'is_public',
  'grade_id',
  'begins_at',
  'ends_at',
  'monitor',

  'timetable',
  'news',
  'teacher_names',
  'absent_teachers',
  'replaced_teachers',
  'teacher_plans',
  'notes',
  'screen_origins',
  'text',
  'webuntis',
  'name',
  'slink',
  'admin_id',
  'user_id',
  'source',
  'format',
  'school_year',
  'files',
  'added',
  'changed',
  'removed',
  'address',
  'school_name',
  'username',
  'interval_minutes',
  'is_on',
  'publishes',
  'has_new_password',
] as const satisfies readonly NamesBelow<'fields'>[];

type Words = TranslateIn<'audit'>;

const known = <Name extends string>(names: readonly Name[], name: string): Name | undefined =>
  names.find((one) => one === name);

/** The kind of record in words; its stored name where there are none. */
export function sayEntity(entity: string, t: Words): string {
  const name = known(ENTITIES, entity);
  return name ? t(`entities.${name}`) : entity;
}

/** A field of a record in words; its stored name where there are none, as of permissions. */
export function sayField(field: string, t: Words): string {
  const name = known(FIELDS, field);
  return name ? t(`fields.${name}`) : field;
}

export interface ValueReader {
  readonly t: Words;
  readonly language: Language;
  readonly timeZone: string;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A recorded value as people read it; null for what is empty. */
export function toShownValue(value: unknown, { t, language, timeZone }: ValueReader): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return t(value ? 'values.yes' : 'values.no');
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (INSTANT.test(text)) return writeMoment(language, new Date(text), timeZone, 'seconds');
  return isDate(text) ? writeDate(language, text, 'long') : text;
}
