import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';
import { DRIVER_TYPES } from '../auth-drivers/index.ts';
import { SCHOOL_TYPE_KEYS } from '../schools/index.ts';
import { LEAD_MAXIMUM as MOST } from './rules.ts';

/**
 * `new`: nobody has been there; `visited`: somebody has; `activated`: a school was made of it; `lost`: it does not want the
 * product.
 */
export const LEAD_STATES = ['new', 'visited', 'activated', 'lost'] as const;
export type LeadState = (typeof LEAD_STATES)[number];

/**
 * Where a lead comes from. `outside`: the address that the operator has set; `referral`: somebody recommends the product to it;
 * `school`: a school of this installation that the operator only talks to (`LEAD`).
 */
export const LEAD_SOURCES = ['outside', 'referral', 'school'] as const;
export type LeadSource = (typeof LEAD_SOURCES)[number];

/** The orders of the list; with a minus downwards. */
export const LEAD_ORDERS = ['name', '-name', 'updated_at', '-updated_at'] as const;
export type LeadOrder = (typeof LEAD_ORDERS)[number];

const country = z.string().check(z.regex(/^[A-Z]{2}$/, 'country'));
/** A line that may be empty. */
const line = (most: number) => f.line(most, 0);

/** What is known of a school that may become a customer; empty texts are not known. */
const known = {
  name: line(MOST.name),
  street: line(MOST.street),
  postal_code: line(MOST.postal_code),
  city: line(MOST.city),
  country,
  contact_name: line(MOST.contact_name),
  email: line(MOST.email),
  phone: line(MOST.phone),
  type: z.nullable(z.enum(SCHOOL_TYPE_KEYS)),
  locale: z.enum(LANGUAGES),
  brand: line(MOST.brand),
  slink: line(MOST.slink),
  /** How its people will sign in, which its administrator sets up. */
  sign_in: z.enum(DRIVER_TYPES),
};

/** The school that was made of a lead. */
export const leadSchool = z.object({ uuid: f.uuid, name: z.string(), slink: f.slink });

/** A lead (P-3.35, T-3.94). */
export const lead = z.object({
  id: f.id,
  uuid: f.uuid,
  ...known,
  state: z.enum(LEAD_STATES),
  source: z.enum(LEAD_SOURCES),
  /** What its source calls it. */
  source_key: z.string(),
  visited_at: z.nullable(f.instant),
  activated_at: z.nullable(f.instant),
  /** When its source said it last. */
  fetched_at: f.instant,
  updated_at: f.instant,
  school: z.nullable(leadSchool),
  can: z.object({ update: f.flag, fetch: f.flag, visit: f.flag, activate: f.flag, delete: f.flag }),
});
export type Lead = z.output<typeof lead>;

/** What sales staff change of a lead, made from that of `updated_at`. */
export const leadDraft = z.strictObject({ ...known, is_lost: z.boolean(), updated_at: f.instant });
export type LeadDraft = z.output<typeof leadDraft>;

export const leadQuery = z.object({
  /** Parts of name, place, contact person or e-mail address, in any order. */
  search: z.optional(f.line(100)),
  /** Of one brand variant alone. */
  brand: z.optional(f.line(MOST.brand)),
  state: z.optional(z.enum(LEAD_STATES)),
  /** Without it by name. */
  order: z.optional(z.enum(LEAD_ORDERS)),
  page: f.pageQuery,
});

/** `never`: they were not fetched yet. */
export const SYNC_STATES = ['never', 'waiting', 'running', 'done', 'failed'] as const;
/**
 * Why leads could not be fetched. `refused`: the source answers another status than 200; `unreadable`: what it answers is no list of
 * leads; `address`: the server may not ask that address; `interrupted`: the server ended meanwhile.
 */
export const SYNC_REASONS = [
  'unreachable',
  'timeout',
  'refused',
  'too_large',
  'unreadable',
  'address',
  'interrupted',
] as const;
export type SyncReason = (typeof SYNC_REASONS)[number];

/** How far fetching the leads is, and how it ended. */
export const leadSync = z.object({
  state: z.enum(SYNC_STATES),
  /** Has the operator set an address outside? Without it leads come from this installation alone. */
  has_source: z.boolean(),
  /** Entries that were read so far. */
  read: z.int(),
  added: z.int(),
  changed: z.int(),
  /** Entries that are no lead. */
  refused: z.int(),
  reason: z.nullable(z.enum(SYNC_REASONS)),
  started_at: z.nullable(f.instant),
  ended_at: z.nullable(f.instant),
  /** The brand variants that leads have, by their keys. */
  brands: z.array(z.string()),
});
export type LeadSync = z.output<typeof leadSync>;

/** What came of activating a lead. */
export const activatedLead = z.object({
  lead,
  school: leadSchool,
  /** Where the school's administrator sets a password, once, for some days; null: the school has people already. */
  link: z.nullable(z.string()),
});
export type ActivatedLead = z.output<typeof activatedLead>;
