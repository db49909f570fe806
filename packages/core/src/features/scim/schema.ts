import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** What a service signs its calls with that brings people and classes by itself (SCIM); the token itself is shown once. */
export const scimToken = z.object({
  id: f.id,
  /** As the school calls the service. */
  name: z.string(),
  /** The last day on which it is good. */
  ends_on: f.date,
  created_at: f.instant,
  last_used_at: z.nullable(f.instant),
});
export type ScimToken = z.output<typeof scimToken>;

export const scimTokenDraft = z.strictObject({
  name: f.line(60),
  ends_on: f.date,
  /** That of the account which makes the token. */
  password: f.password,
});

export const madeScimToken = z.extend(scimToken, { token: z.string() });
export type MadeScimToken = z.output<typeof madeScimToken>;

export const scimSettings = z.object({
  /** The address to enter at the service. */
  address: z.string(),
  tokens: z.array(scimToken),
  /** People whom a service keeps up to date. */
  people: z.int(),
  can: z.object({ update: f.flag }),
});
export type ScimSettings = z.output<typeof scimSettings>;
