import type { Brand } from '@kreide/core/features/branding';
import type { Environment, PartnerOffer, Product } from '@kreide/core/kernel';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from './clock.ts';
import type { ConferenceSettings } from './config/conference-config.ts';
import type { Quotas } from './config/config.ts';
import type { LeadSourceSettings } from './config/leads-config.ts';
import type { PriceSettings } from './config/prices-config.ts';
import type { Seal } from './config/seal.ts';
import type { SellerSettings } from './config/seller-config.ts';
import type { TrackingSettings } from './config/tracking-config.ts';
import type { DB } from './data/database.generated.ts';
import type { Database } from './data/database.ts';
import type { Merge } from './data/merge.ts';
import type { PersonalData, PersonalFile, StoredPerson } from './data/personal-data.ts';
import type { FileStore, Scanner } from './files/index.ts';
import type { Actor } from './http/context.ts';
import type { Implemented } from './http/implement.ts';
import type { AnyTask, ScheduleEntry } from './jobs/index.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail/index.ts';
import type { Outbound } from './outbound/index.ts';
import type { Translator } from './outbound/translator.ts';
import type { Texts } from './text/texts.ts';

/** Makes an invented school for a real one, whole or not at all, and says in the order how far it is; throws where that failed. */
export type MakeTrial = (
  order: { readonly school_id: number; readonly ordered_at: string },
  at: { readonly now: Date; readonly signal: AbortSignal },
) => Promise<void>;

/** What the server offers to every feature; each takes what it needs. */
export interface FeatureParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
  readonly store: FileStore;
  /** Most bytes that a person and a school have in uploaded files. */
  readonly quotas: Quotas;
  /** Looks for viruses in what people upload; null: nobody does. */
  readonly scanner: Scanner | null;
  /** Signs the addresses of files. */
  readonly fileKey: Uint8Array;
  /** For secrets that the database keeps and the server has to read again. */
  readonly seal: Seal;
  readonly appUrl: () => string;
  /** Other origins whose pages may call with a session. */
  readonly appOrigins: readonly string[];
  /** Other products of the operator, for the app switcher. */
  readonly products: readonly Product[];
  /** Other installations of the product. */
  readonly environments: readonly Environment[];
  /** What partners of the operator offer to people of the schools. */
  readonly offers: readonly PartnerOffer[];
  /** Most memory for plans that are kept in this process. */
  readonly cacheBytes: number;
  /** Is the server's public address https? */
  readonly isSecure: () => boolean;
  readonly texts: Texts;
  readonly log: Log;
  /** The only way to addresses that people entered. */
  readonly outbound: Outbound;
  /** Translates what people ask to have translated; null: this installation has no service for it. */
  readonly translator: Translator | null;
  /** Counts how the product is used, for those who consent; null: nothing is counted. */
  readonly tracking: TrackingSettings | null;
  /** Where leads come from outside of this installation; null: from nowhere. */
  readonly leadSource: LeadSourceSettings | null;
  /** Makes the invented school that a real one has ordered to look around in; null: this installation has nothing to make it of. */
  readonly makeTrial: MakeTrial | null;
  /** What a school pays for a year; null: nothing is quoted. */
  readonly prices: PriceSettings | null;
  readonly seller: SellerSettings | null;
  /** The way to people's mailboxes; null: this installation sends no mails. */
  readonly mail: Mail | null;
  /** Where what people write to those who run the product is mailed to; null: nowhere. */
  readonly supportMail: string | null;
  /** The office server with which people edit files of clouds; null: nobody does. */
  readonly officeUrl: string | null;
  /** Where a body lies that is received outside of the contract, until it is stored. */
  readonly temporaryFolder: string;
  /** Where large files lie that arrive in parts: within `files`, which all processes of an installation share. */
  readonly partialFolder: string;
  /** Servers that conferences use beyond this one. */
  readonly conferences: ConferenceSettings;
  /** Colour and name of a school's branding, for what is no page of the app. */
  readonly brandOf: (key: string | null) => Brand;
}

/**
 * A cache of database content in one process. Invalidated when any process says so, and not used while notifications
 * may be lost.
 */
export interface Cache {
  /** Channel of NOTIFY; the payload is what `tell` sends. */
  readonly channel: string;
  /** `id` is that of a school, a user …; `sender` is whoever announced the change, if the notice names them. */
  drop(id: number, sender: string | undefined): void;
  trust(value: boolean): void;
}

/** Somebody who is erased. */
export interface ErasedPerson {
  readonly school_id: number;
  readonly user_id: number;
}

/** By the kind of data: removes what a school has from before that day; returns the number of rows. */
export type Retain = Readonly<Record<string, (db: Kysely<DB>, schoolId: number, before: Date) => Promise<number>>>;

/** Judges what somebody whispers: who hears what of it. */
export type Whisper = (
  actor: Actor,
  payload: unknown,
  now: Date,
) => Promise<{ readonly users: readonly number[]; readonly payload: unknown } | null>;

/** A light page beside the app: a file of the app's build. */
export interface OwnPage {
  readonly path: `/${string}`;
  /** Below the built app. */
  readonly file: string;
  /** Other origins that may show it in a frame, by its query. */
  readonly framedBy: (query: Readonly<Record<string, unknown>>) => Promise<readonly string[]>;
}

/**
 * A feature as a value: everything it adds to the server. The server joins all features in loops, so a new one is one
 * line in `features.ts`. `Source` is what the feature `subscriptions` puts into people's calendars.
 */
export interface Feature<Source = never> {
  /** The handlers of its endpoints. */
  readonly implemented?: readonly Implemented[];
  /** Background work and its schedule. */
  readonly tasks?: readonly AnyTask[];
  readonly schedule?: readonly ScheduleEntry[];
  /** Removes expired data, by the name used in the log; called every night, returns the number of removed records. */
  readonly prune?: Readonly<Record<string, (now: Date) => Promise<number>>>;
  /**
   * Removes what the feature keeps about a person who is erased, in the same transaction. Rows that a register has to keep
   * stay under the number of the person (P-6.13).
   */
  readonly erase?: (db: Kysely<DB>, person: ErasedPerson, now: Date) => Promise<void>;
  /** How its rows merge when two accounts of a person become one, for every column that refers to people. */
  readonly merge?: Merge;
  /** Removes what of a kind of data is older than the school keeps it (D-6.08); called every night, returns the number. */
  readonly retain?: Retain;
  /** What it stores about somebody, for the archive that a person can have of it (D-6.08). */
  readonly personalData?: PersonalData;
  /** The files that somebody brought, for the same archive. */
  readonly personalFiles?: (db: Kysely<DB>, person: StoredPerson) => Promise<readonly PersonalFile[]>;
  readonly caches?: readonly Cache[];
  /** The messages that clients may send over realtime, by name; each answers who hears it, null: nobody. */
  readonly whispers?: Readonly<Record<string, Whisper>>;
  /** Routes outside the contract, with an envelope of their own. */
  readonly routes?: (app: FastifyInstance) => void;
  /** Pages of their own beside the app, which the server answers before it. */
  readonly pages?: readonly OwnPage[];
  /** What it adds to people's calendars. */
  readonly subscriptions?: readonly Source[];
}

/** Tells every process, this one included, that its cache for the id is out of date. */
export function tell(
  { database, log }: Pick<FeatureParts, 'database' | 'log'>,
  channel: string,
  id: number,
  sender?: string,
): void {
  const payload = sender === undefined ? String(id) : `${id} ${sender}`;
  database.notify(channel, payload).catch((err) => log.warn({ err, channel }, 'the other processes were not told'));
}
