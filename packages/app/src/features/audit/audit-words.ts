import { type AuditLogEntry, toReferences } from '@kreide/core/features/audit';
import { isDate, type Language, type TextsIn, type TranslateIn, writeDate, writeMoment } from '@kreide/core/kernel';

type NamesBelow<Prefix extends string> = {
  [Key in keyof TextsIn<'audit'>]: Key extends `${Prefix}.${infer Name}` ? Name : never;
}[keyof TextsIn<'audit'>];

/** Each word that there is: one that is missing here does not compile. */
const ENTITIES: Record<NamesBelow<'entities'>, true> = {
  users: true,
  content_moves: true,
  roles: true,
  news: true,
  schools: true,
  school_years: true,
  timetable_uploads: true,
  subscriptions: true,
  school_links: true,
  contact_persons: true,
  screens: true,
  day_messages: true,
  webuntis_connections: true,
  auth_drivers: true,
  planner_versions: true,
  desk_absences: true,
  desk_decisions: true,
  desk_publications: true,
  desk_settings: true,
  subjects: true,
  teachers: true,
  bookables: true,
  grades: true,
  courses: true,
  holidays: true,
  enrolments: true,
  choices: true,
  choice_wishes: true,
  choice_places: true,
  parents_evenings: true,
  parents_evening_teachers: true,
  parents_evening_bookings: true,
  parents_evening_waiting: true,
  parents_evening_wishes: true,
  lesson_tasks: true,
  policies: true,
  school_billing: true,
  planner_proposals: true,
  timetable_reports: true,
  scim_clients: true,
  data_sync_sources: true,
  planner_rails: true,
  leads: true,
  lead_syncs: true,
  referrals: true,
  school_partners: true,
  quotations: true,
  contracts: true,
  invoices: true,
  file_limits: true,
  planner_booklets: true,
  identity_tenants: true,
  identity_clients: true,
  people_changes: true,
  letter_runs: true,
  exams: true,
  calendar_imports: true,
  exam_settings: true,
  absences: true,
  absence_types: true,
  absence_settings: true,
  activation_keys: true,
  applications: true,
  calendar: true,
  channels: true,
  child_requests: true,
  classbook_entries: true,
  classbook_exports: true,
  classbook_homeworks: true,
  classbook_notices: true,
  cloud_files: true,
  cloud_returns: true,
  cloud_versions: true,
  conferences: true,
  devices: true,
  files: true,
  message_reports: true,
  messages: true,
  notification_settings: true,
  surveys: true,
  user_imports: true,
  year_changes: true,
  year_change_drafts: true,
};

const FIELDS: Record<NamesBelow<'fields'>, true> = {
  title: true,
  content: true,
  publish_at: true,
  is_pinned: true,
  is_official: true,
  is_public: true,
  grade_id: true,
  begins_at: true,
  ends_at: true,
  monitor: true,
  timetable: true,
  news: true,
  teacher_names: true,
  absent_teachers: true,
  webuntis: true,
  name: true,
  slink: true,
  admin_id: true,
  user_id: true,
  source: true,
  format: true,
  school_year: true,
  files: true,
  added: true,
  changed: true,
  removed: true,
  text: true,
  replaced_teachers: true,
  teacher_plans: true,
  notes: true,
  screen_origins: true,
  roles: true,
  address: true,
  school_name: true,
  username: true,
  interval_minutes: true,
  is_on: true,
  publishes: true,
  has_new_password: true,
  is_for_pupils: true,
  channels: true,
  channel_id: true,
  parent_id: true,
  grade_ids: true,
  user_ids: true,
  is_notifiable: true,
  is_confirmable: true,
  survey_form_id: true,
  kinds: true,
  has_changes: true,
  draft_number: true,
  type: true,
  state: true,
  date: true,
  color: true,
  description: true,
  firstname: true,
  lastname: true,
  email: true,
  city: true,
  street: true,
  postal_code: true,
  url: true,
  people: true,
  time_begins_at: true,
  time_ends_at: true,
  kind: true,
  topic: true,
  is_cancelled: true,
  over_reason: true,
  per_day: true,
  per_week: true,
  merged: true,
  room: true,
  note: true,
  teacher: true,
  starts_at: true,
  is_absent: true,
  is_online: true,
  breaks: true,
  slot_minutes: true,
  walking_minutes: true,
  maximum: true,
  maximum_of: true,
  opens_at: true,
  closes_at: true,
  users: true,
  grades: true,
  subjects: true,
  reported_by: true,
  host_id: true,
  child_id: true,
  removed_user_id: true,
  location: true,
  category: true,
  is_all_day: true,
  participants_visible: true,
  answers_for: true,
  is_locked: true,
  expire_at: true,
  expires_at: true,
  deleted_at: true,
  is_leavable: true,
  is_disabled: true,
  is_twoway: true,
  twoway_expires_at: true,
  is_hidden_memberlist: true,
  file_name: true,
  permissions: true,
  relation: true,
  phone: true,
  number: true,
  count: true,
  path: true,
  is_urgent: true,
  is_unset: true,
  paused_until: true,
  teachers: true,
  pupils: true,
};

type Words = TranslateIn<'audit'>;

const isOneOf = <Name extends string>(names: Record<Name, true>, name: string): name is Name =>
  Object.hasOwn(names, name);

/** The kind of record in words; its stored name where there are none. */
export function sayEntity(entity: string, t: Words): string {
  return isOneOf(ENTITIES, entity) ? t(`entities.${entity}`) : entity;
}

/** A field of a record in words; its stored name where there are none, as of permissions. */
export function sayField(field: string, t: Words): string {
  return isOneOf(FIELDS, field) ? t(`fields.${field}`) : field;
}

export interface ValueReader {
  readonly t: Words;
  readonly language: Language;
  readonly timeZone: string;
  /** What records are called, as an entry has it. */
  readonly names: AuditLogEntry['names'];
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A recorded value as people read it, with names for the numbers of records; null for what is empty. */
export function toShownValue(field: string, value: unknown, reader: ValueReader): string | null {
  const references = toReferences(field, value);
  if (references.length > 0)
    return references.map((key) => reader.names[key] ?? `#${key.slice(key.indexOf(':') + 1)}`).join(', ');
  return toPlainValue(value, reader);
}

function toPlainValue(value: unknown, { t, language, timeZone }: ValueReader): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return t(value ? 'values.yes' : 'values.no');
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (INSTANT.test(text)) return writeMoment(language, new Date(text), timeZone, 'seconds');
  return isDate(text) ? writeDate(language, text, 'long') : text;
}
