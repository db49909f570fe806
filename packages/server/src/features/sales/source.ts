import { LEAD_MAXIMUM, leadProblems, type SyncReason } from '@kreide/core/features/sales';
import { isSchoolType } from '@kreide/core/features/schools';
import { DEFAULT_LANGUAGE, isLanguage } from '@kreide/core/kernel';
import * as z from 'zod/mini';
import type { LeadSourceSettings } from '../../kernel/config/leads-config.ts';
import { type Outbound, OutboundError, type OutboundReason } from '../../kernel/outbound/index.ts';
import type { FoundLead } from './queries/leads.ts';

/** Why the source gave nothing; nothing that it wrote is in it. */
export class LeadSourceFailure extends Error {
  readonly reason: SyncReason;

  constructor(reason: SyncReason, cause?: unknown) {
    super(`source of leads: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = 'LeadSourceFailure';
    this.reason = reason;
  }
}

/** Most bytes and milliseconds of one request. No redirect is followed: the token belongs to the address that was set. */
const LIMITS = { maxBytes: 2_000_000, timeoutMs: 15_000, maxRedirects: 0 };
/** Most pages of one reading. */
const PAGES_MAXIMUM = 200;

const BY_OUTBOUND: Readonly<Record<OutboundReason, SyncReason>> = {
  address_refused: 'address',
  invalid_address: 'address',
  plain_refused: 'address',
  redirect_refused: 'refused',
  too_many_redirects: 'refused',
  timeout: 'timeout',
  too_large: 'too_large',
  unreachable: 'unreachable',
  unresolvable: 'unreachable',
  untrusted: 'unreachable',
};

const page = z.object({
  leads: z.array(z.unknown()).check(z.maxLength(1000)),
  /** Names the next page; without it this is the last one. */
  next: z.optional(z.nullable(z.union([z.string().check(z.minLength(1), z.maxLength(200)), z.int()]))),
});

/** One line without what a database cannot keep. */
const toLine = (value: unknown, most: number): string =>
  typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
        .trim()
        .slice(0, most)
        .replace(/\p{Cs}/gu, '')
    : '';

const KEY_MAXIMUM = 190;

/**
 * What the source says of a lead; null: it has no `id` or no `name`. A field that cannot be, such as an e-mail address without a
 * host, is left empty: the school is one nonetheless.
 */
export function toFoundLead(entry: unknown): FoundLead | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const given = entry as Record<string, unknown>;
  const id = typeof given.id === 'number' && Number.isSafeInteger(given.id) ? `${given.id}` : given.id;
  const source_key = toLine(id, KEY_MAXIMUM + 1);
  if (source_key === '' || source_key.length > KEY_MAXIMUM) return null;
  const texts = Object.fromEntries(
    Object.entries(LEAD_MAXIMUM).map(([field, most]) => [field, toLine(given[field], most)]),
  ) as Record<keyof typeof LEAD_MAXIMUM, string>;
  if (texts.name === '') return null;
  for (const { field } of leadProblems(texts)) texts[field] = '';
  const country = toLine(given.country, 2).toUpperCase();
  return {
    ...texts,
    source_key,
    country: /^[A-Z]{2}$/.test(country) ? country : 'DE',
    type: isSchoolType(given.type) ? given.type : null,
    locale: typeof given.locale === 'string' && isLanguage(given.locale) ? given.locale : DEFAULT_LANGUAGE,
  };
}

interface SourceParts {
  outbound: Outbound;
  source: LeadSourceSettings;
  signal?: AbortSignal | undefined;
}

async function read({ outbound, source, signal }: SourceParts, url: URL): Promise<unknown> {
  const headers = { accept: 'application/json', ...(source.token && { authorization: `Bearer ${source.token}` }) };
  const asked = { url, headers, ...LIMITS, ...(signal && { signal }) };
  const answer = await outbound.request(asked).catch((thrown: unknown) => {
    throw new LeadSourceFailure(BY_OUTBOUND[OutboundError.from(thrown).reason], thrown);
  });
  if (answer.status !== 200) throw new LeadSourceFailure('refused');
  try {
    return JSON.parse(answer.body.toString('utf8'));
  } catch (error) {
    throw new LeadSourceFailure('unreadable', error);
  }
}

export interface FoundPage {
  leads: FoundLead[];
  /** Entries that are no lead. */
  refused: number;
}

/** The leads of the source, page by page: `{ "leads": [{ "id", "name", … }], "next": … }`, asked with `?page=` for the next. */
export async function* readLeads(parts: SourceParts): AsyncGenerator<FoundPage> {
  const seen = new Set<string>();
  for (let next: string | null = ''; next !== null; ) {
    const url = new URL(parts.source.url);
    if (next !== '') url.searchParams.set('page', next);
    const parsed = page.safeParse(await read(parts, url));
    if (!parsed.success) throw new LeadSourceFailure('unreadable');
    const leads = parsed.data.leads.map(toFoundLead).filter((lead) => lead !== null);
    yield { leads, refused: parsed.data.leads.length - leads.length };
    const following = parsed.data.next ?? null;
    next = following === null ? null : `${following}`;
    // A source that leads in a circle, or never ends.
    if (next !== null && (seen.has(next) || seen.size >= PAGES_MAXIMUM)) throw new LeadSourceFailure('unreadable');
    if (next !== null) seen.add(next);
  }
}

/** One lead of the source as it says it now: `{ "id", "name", … }` below its address. */
export async function readLead(parts: SourceParts, key: string): Promise<FoundLead> {
  const found = toFoundLead(await read(parts, new URL(`${parts.source.url}/${encodeURIComponent(key)}`)));
  if (found?.source_key !== key) throw new LeadSourceFailure('unreadable');
  return found;
}
