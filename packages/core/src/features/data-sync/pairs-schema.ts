import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** Largest list of pairs that is taken back, bytes: 30,000 people have some 4 MB. */
export const PAIRS_FILE_MAXIMUM = 8 * 1024 * 1024;

/** Rows that are refused and named; more are counted. */
export const PAIRS_REFUSED_SHOWN = 200;

/** People of the directory and accounts here that are named when accounts are brought in line; more are counted. */
export const CONNECTOR_SHOWN = 200;

/** From so many on, the 20 percent rule holds: fewer are never most of a school. */
export const CONNECTOR_FEW = 5;

/**
 * The columns of a list of pairs, in their order. The code stands in the header in brackets, behind the title in the reader's language,
 * so that a list is understood in whatever language it was made.
 */
export const PAIR_COLUMNS = [
  'connect',
  'account',
  'accountName',
  'class',
  'entry',
  'entryName',
  'entryClass',
  'foundBy',
] as const;
export type PairColumn = (typeof PAIR_COLUMNS)[number];

/** How an account was found for an entry of the directory, the surest first; `doubtful` and `nobody` connect nothing by themselves. */
export const PAIR_STATES = ['connected', 'sure', 'alike', 'doubtful', 'nobody'] as const;
export type PairState = (typeof PAIR_STATES)[number];

export const pairsList = z.object({
  name: z.string(),
  /** CSV with a byte order mark. */
  text: z.string(),
  /** Entries of the directory by what was found for them. */
  counts: z.object({
    connected: z.int(),
    sure: z.int(),
    alike: z.int(),
    doubtful: z.int(),
    nobody: z.int(),
  }),
  /** Accounts here that nobody in the directory stands for; they are the last rows. */
  without_entry: z.int(),
});
export type PairsList = z.output<typeof pairsList>;

export const pairsFields = z.strictObject({
  /** `true`: says what would happen, and changes nothing. */
  is_dry_run: z.optional(z.enum(['true', 'false'])),
});

/** Why a row connects nobody. */
export const PAIR_REFUSALS = [
  'mark',
  'noEntry',
  'noAccount',
  'entryTwice',
  'accountTwice',
  'entryTaken',
  'accountTaken',
] as const;
export type PairRefusal = (typeof PAIR_REFUSALS)[number];

export const pairsReport = z.object({
  is_dry_run: z.boolean(),
  /** Accounts that are connected by it, and that were so before. */
  connected: z.int(),
  unchanged: z.int(),
  refused_count: z.int(),
  refused: z.array(
    z.object({
      /** As a spreadsheet counts, the header is 1. */
      row: z.int(),
      account: z.string(),
      entry: z.string(),
      reason: z.enum(PAIR_REFUSALS),
      message: z.string(),
    }),
  ),
});
export type PairsReport = z.output<typeof pairsReport>;

/** Why accounts could not be brought in line at night; each has its sentence among the errors. */
export const RUN_FAILURES = [
  'directory_missing',
  'auth_service_unreachable',
  'directory_refuses_us',
  'import_busy',
] as const;
export type RunFailure = (typeof RUN_FAILURES)[number];

/** Runs on a page. */
export const RUNS_PAGE = 20;

/** How it went when accounts were brought in line. */
export const connectorRun = z.object({
  id: z.int(),
  at: f.instant,
  /** Or by hand. */
  is_nightly: z.boolean(),
  /** `many`: more than a fifth would have been locked, so nobody was. */
  outcome: z.enum(['done', 'many', 'failed']),
  reason: z.nullable(z.enum(RUN_FAILURES)),
  connected: z.int(),
  /** Who was, or would have been, locked and unlocked. */
  gone: z.int(),
  back: z.int(),
});
export type ConnectorRun = z.output<typeof connectorRun>;

export const nightlyBody = z.strictObject({ is_on: z.boolean() });

export const connectorBody = z.strictObject({
  is_dry_run: z.boolean(),
  /** Of the dry run that somebody agreed to. */
  version: z.optional(f.line(64)),
  /** More than a fifth of the connected accounts may be locked. */
  accepts_many: z.optional(z.boolean()),
});

const concerned = z.object({ id: z.int(), name: z.string(), class: z.nullable(z.string()) });

export const connectorReport = z.object({
  is_dry_run: z.boolean(),
  /** Accounts that are connected with somebody of the directory. */
  connected: z.int(),
  gone_count: z.int(),
  /** Who is locked: no longer in the directory, or switched off there. */
  gone: z.array(z.object({ ...concerned.shape, why: z.enum(['missing', 'disabled']) })),
  back_count: z.int(),
  /** Who is unlocked: back in the directory, and locked by nobody but this. */
  back: z.array(concerned),
  /** Administrators who are gone there: nothing locks them. */
  kept_administrators: z.int(),
  /** Locking needs `accepts_many`. */
  is_many: z.boolean(),
  version: z.string(),
});
export type ConnectorReport = z.output<typeof connectorReport>;
