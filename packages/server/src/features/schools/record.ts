import {
  featuresOf,
  footerMenuOf,
  hasChannels,
  hasContentModeration,
  hasReactions,
  isSchoolType,
  levelOf,
  newsChannelTypesOf,
  type SchoolBilling,
  type SchoolContact,
  type SchoolProperties,
  type SchoolRecord,
  type SchoolTypeEntry,
} from '@kreide/core/features/schools';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toSchool } from './face.ts';
import { findBilling, findLogo } from './queries/record.ts';
import { getSchool, type SchoolRow } from './queries.ts';

interface ListedYear {
  id: number;
  name: string;
  begins_at: string;
  ends_at: string;
}

/** What other features know about a school. */
export interface KnownBeside {
  readonly countPeople: (db: Kysely<DB>, schoolId: number) => Promise<{ users: number; teachers: number }>;
  readonly listYears: (db: Kysely<DB>, schoolId: number) => Promise<readonly ListedYear[]>;
  readonly nameOfDriver: (db: Kysely<DB>, schoolId: number) => Promise<string | null>;
}

/** A kind of school in the reader's language; null: none is named. */
export function toTypeEntry(type: string | null, t: Translate): SchoolTypeEntry | null {
  const level = levelOf(type);
  return isSchoolType(type) && level ? { key: type, name: t(`schools:types.${type}`), level } : null;
}

export const toContact = (row: SchoolRow): SchoolContact => ({
  name: row.contact_name ?? '',
  phone: row.contact_phone ?? '',
  email: row.contact_email ?? '',
  role: row.contact_role ?? '',
});

export const toProperties = ({ properties, meta }: Pick<SchoolRow, 'properties' | 'meta'>): SchoolProperties => ({
  channels: hasChannels(properties),
  reactions: hasReactions(properties),
  basic_admin_content_moderation: hasContentModeration(properties),
  footer_menu: footerMenuOf(meta),
  news_channel_types: newsChannelTypesOf(meta),
});

/** The record of a school; `beside` adds what takes counting. */
export async function toRecord(
  db: Kysely<DB>,
  row: SchoolRow,
  t: Translate,
  beside: KnownBeside | null,
): Promise<SchoolRecord> {
  const logo = await findLogo(db, row.id);
  return {
    ...toSchool(row),
    shortname: row.shortname,
    street: row.street,
    postal_code: row.postal_code,
    country: row.country,
    type: toTypeEntry(row.type, t),
    state: row.state,
    is_partner: row.is_partner,
    installed_at: row.installed_at,
    updated_at: row.updated_at,
    logo: logo?.uuid ?? null,
    extended: beside && (await toExtended(db, row, beside)),
  };
}

async function toExtended(db: Kysely<DB>, row: SchoolRow, { countPeople, listYears, nameOfDriver }: KnownBeside) {
  const people = await countPeople(db, row.id);
  const years = await listYears(db, row.id);
  const active = years.find(({ id }) => id === row.active_school_year_id);
  return {
    user_count: people.users,
    teacher_count: people.teachers,
    contact_person: toContact(row),
    auth_driver: await nameOfDriver(db, row.id),
    schoolyear_key: active ? `${active.begins_at.slice(0, 4)}-${active.ends_at.slice(0, 4)}` : null,
    timetable: {
      schoolyears: years.map(({ id, name, begins_at, ends_at }) => ({ id, name, begins_at, ends_at })),
      active_schoolyear_id: row.active_school_year_id,
    },
    properties: toProperties(row),
    meta: { school_properties: featuresOf(row.features) },
  };
}

/** Whom invoices are written to; until something is saved, the school at its address. */
export async function toBilling(db: Kysely<DB>, row: SchoolRow): Promise<SchoolBilling> {
  const saved = await findBilling(db, row.id);
  const { name, street, postal_code, city, country } = row;
  const from = saved ?? { recipient: name, street, postal_code, city, country, updated_at: null };
  return {
    recipient: from.recipient,
    addition: saved?.addition ?? '',
    street: from.street ?? '',
    postal_code: from.postal_code ?? '',
    city: from.city ?? '',
    country: from.country,
    email: saved?.email ?? '',
    vat_number: saved?.vat_number ?? '',
    buyer_reference: saved?.buyer_reference ?? '',
    updated_at: from.updated_at,
  };
}

/** Whom invoices are written to, where the school has said so; null: it has not. */
export async function billingOf(db: Kysely<DB>, schoolId: number): Promise<SchoolBilling | null> {
  const billing = await toBilling(db, await getSchool(db, schoolId));
  return billing.updated_at === null ? null : billing;
}
