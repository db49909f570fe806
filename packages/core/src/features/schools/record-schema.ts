import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { SCHOOL_FEATURES } from './features.ts';
import { RECORD_MAXIMUM as MOST } from './record-rules.ts';
import { NEWS_CHANNEL_TYPES } from './rules.ts';
import { school } from './schema.ts';
import { SCHOOL_STATES } from './states.ts';
import { SCHOOL_LEVELS, SCHOOL_TYPE_KEYS } from './types.ts';

const country = z.string().check(z.regex(/^[A-Z]{2}$/, 'country'));
/** A line that may be empty. */
const line = (most: number) => f.line(most, 0);

/** A kind of school, with its name in the reader's language (P-3.16). */
export const schoolType = z.object({
  key: z.enum(SCHOOL_TYPE_KEYS),
  name: z.string(),
  level: z.enum(SCHOOL_LEVELS),
});
export type SchoolTypeEntry = z.output<typeof schoolType>;

/** Whom the operator asks about the school; all texts may be empty (P-3.19). */
export const schoolContact = z.object({
  name: line(MOST.contact_name),
  phone: line(MOST.contact_phone),
  email: line(MOST.contact_email),
  role: line(MOST.contact_role),
});
export type SchoolContact = z.output<typeof schoolContact>;
export const schoolContactDraft = z.strictObject(schoolContact.shape);

/** Which of the six features are on (P-1.20). */
export const schoolFeatures = z.object(
  Object.fromEntries(SCHOOL_FEATURES.map((key) => [key, z.boolean()])) as Record<
    (typeof SCHOOL_FEATURES)[number],
    z.ZodMiniBoolean
  >,
);

/** What a school sets about itself (T-7.105). */
export const schoolProperties = z.object({
  channels: z.boolean(),
  reactions: z.boolean(),
  basic_admin_content_moderation: z.boolean(),
  footer_menu: z.nullable(z.array(f.line(40)).check(z.maxLength(10))),
  news_channel_types: z.array(z.enum(NEWS_CHANNEL_TYPES)).check(z.maxLength(NEWS_CHANNEL_TYPES.length)),
});
export type SchoolProperties = z.output<typeof schoolProperties>;

const plainRecord = z.extend(school, {
  shortname: z.nullable(z.string()),
  street: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  country,
  /** Its kind, where it has named one. */
  type: z.nullable(schoolType),
  state: z.enum(SCHOOL_STATES),
  is_partner: z.boolean(),
  /** Since when it works with the product; null: it is not set up yet. */
  installed_at: z.nullable(f.instant),
  updated_at: f.instant,
  /** Which logo it has, another one after each upload; null: none. */
  logo: z.nullable(f.uuid),
});

/** More about a school, which takes counting (P-7.84). */
export const extendedPart = z.object({
  user_count: z.int(),
  teacher_count: z.int(),
  contact_person: schoolContact,
  /** The service at which people sign in besides the password, by its name; null: none. */
  auth_driver: z.nullable(z.string()),
  /** Years of the active school year: `2026-2027`; null: there is none. */
  schoolyear_key: z.nullable(z.string()),
  timetable: z.object({
    schoolyears: z.array(z.object({ id: f.id, name: z.string(), begins_at: f.date, ends_at: f.date })),
    active_schoolyear_id: z.nullable(f.id),
  }),
  properties: schoolProperties,
  meta: z.object({ school_properties: schoolFeatures }),
});

/** A school for those who administer it (P-3.15, T-3.84). */
export const schoolRecord = z.extend(plainRecord, { extended: z.nullable(extendedPart) });
export type SchoolRecord = z.output<typeof schoolRecord>;

/** What a school changes of its record, made from that of `updated_at`; empty texts are none. */
export const schoolRecordDraft = z.strictObject({
  name: line(MOST.name),
  shortname: line(MOST.shortname),
  street: line(MOST.street),
  postal_code: line(MOST.postal_code),
  city: line(MOST.city),
  country,
  type: z.nullable(z.enum(SCHOOL_TYPE_KEYS)),
  color: z.nullable(f.colour),
  updated_at: f.instant,
});

/** Whom an invoice is written to; empty texts are none (T-2.105). */
export const schoolBilling = z.object({
  recipient: line(MOST.recipient),
  addition: line(MOST.addition),
  street: line(MOST.street),
  postal_code: line(MOST.postal_code),
  city: line(MOST.city),
  country,
  email: line(MOST.email),
  vat_number: line(MOST.vat_number + 10),
  buyer_reference: line(MOST.buyer_reference),
  /** When it was changed last; null: there is none yet, and what is shown comes from the record. */
  updated_at: z.nullable(f.instant),
});
export type SchoolBilling = z.output<typeof schoolBilling>;
export const schoolBillingDraft = z.strictObject(schoolBilling.shape);
