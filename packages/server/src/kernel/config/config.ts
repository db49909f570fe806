import { existsSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { type Environment, type Product, parseEnvironments, parseProducts } from '@kreide/core/kernel';
import type { ScannerAddress } from '../files/scanner.ts';
import { isMailAddress, type MailSettings } from '../mail/index.ts';
import { type Allowances, NO_ALLOWANCES, parseAllowances } from '../outbound/index.ts';
import type { TranslatorSettings } from '../outbound/translator.ts';
import { type ConferenceSettings, readConferences } from './conference-config.ts';
import { isDatabaseUrl } from './database-url.ts';
import { type IdentityForwards, readForwards } from './identity-config.ts';
import { type LeadSourceSettings, readLeadSource } from './leads-config.ts';
import { readMail } from './mail-config.ts';
import { toOfficeUrl } from './office-config.ts';
import { type PriceSettings, readPrices } from './prices-config.ts';
import { readSeller, type SellerSettings } from './seller-config.ts';
import { type FilesPlace, readS3 } from './storage-config.ts';
import { readTracking, type TrackingSettings } from './tracking-config.ts';
import { readTranslator } from './translator-config.ts';

/** The server's settings from its environment. Read once by `readConfig`, passed on as a value [D-4.02]. */
export interface Config {
  /** TCP port; 0 lets the system choose. */
  port: number;
  host: string;
  /** Absolute path of the folder for the embedded database, files and the generated secret. */
  dataFolder: string;
  /** Where files lie: in the data folder, or in a bucket. */
  files: FilesPlace;
  /** Address of an external PostgreSQL (15 or newer); null selects the embedded one. */
  databaseUrl: string | null;
  /** The same database for a role that owns its tables; null: that of `databaseUrl` owns them. */
  databaseOwnerUrl: string | null;
  /** May the demo school be seeded? Off by default in production. */
  demo: boolean;
  /** Public origin without a trailing slash, for mails and links; null: derived from host and port. */
  url: string | null;
  /** Key material, at least 32 characters; null: generated and kept in the data folder (`secretOf`). */
  secret: string | null;
  /** Encrypts the secrets in the database, at least 32 characters; null: `secret` does. */
  secretKey: string | null;
  /** As Fastify's `trustProxy`: nobody, everybody, a number of hops or a list of addresses. */
  trustProxy: boolean | number | string[];
  /** Foreign origins that may call the API with credentials [D-2.08]. */
  appOrigins: string[];
  /** Do browsers remember HTTPS for every host below that of `url` too? */
  hstsSubdomains: boolean;
  /** Origin of the two-factor service where it has a host of its own; null: this server is it (T-7.157). */
  twoFactorUrl: string | null;
  /** Foreign origins to which the page `/redirect` forwards (P-2.23). */
  redirectOrigins: string[];
  identityForwards: IdentityForwards;
  /** Other products of the operator, for the app switcher (C-2.62). */
  products: Product[];
  /** Other installations of the product, for those who try it before everybody gets it (C-2.79). */
  environments: Environment[];
  /** Absolute path of the file with the offers of partners; null: there are none (P-7.99). */
  offersFile: string | null;
  /** What may be asked beyond https to the internet, by what people enter (D-4.12). */
  outboundAllow: Allowances;
  /** Where mails go; null: this installation sends none. */
  mail: MailSettings | null;
  /** Most bytes of files that one person, and all of a school together, have uploaded. */
  quotas: Quotas;
  /** The virus scanner (clamd) that every file is shown to; null: there is none. */
  scanner: ScannerAddress | null;
  /** Translates what people ask to have translated; null: nothing is. */
  translator: TranslatorSettings | null;
  /** Counts how the product is used, for those who consent; null: nothing is counted. */
  tracking: TrackingSettings | null;
  /** Where leads come from outside of this installation; null: from nowhere. */
  leadSource: LeadSourceSettings | null;
  /** What a school pays for a year; null: nothing is quoted. */
  prices: PriceSettings | null;
  /** Who writes the invoices to schools; null: they are no files. */
  seller: SellerSettings | null;
  /** The office server (Collabora, OnlyOffice) with which people edit files of clouds, without a trailing slash; null: nobody does. */
  officeUrl: string | null;
  /** Servers that conferences use. */
  conferences: ConferenceSettings;
  /** Most memory for plans that are kept in this process, megabytes. */
  cacheMb: number;
  role: 'web' | 'jobs' | 'all';
  production: boolean;
  /** Start time of the clock for tests and demonstrations; always null in production. */
  clockStart: Date | null;
  /** Where what people write to those who run the product is mailed to; null: it is only kept. */
  supportMail: string | null;
  /** A caller who sends it may read `/metrics` from elsewhere; null: only this machine may. */
  metricsToken: string | null;
}

export interface Quotas {
  readonly person: number;
  /** The files of one channel. */
  readonly channel: number;
  readonly school: number;
}

/** All invalid values in one message, one line each, so that they can be fixed in one go [D-4.02]. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

export const SECRET_MIN_LENGTH = 32;
const METRICS_TOKEN_MIN_LENGTH = 16;
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Reads the whole configuration from environment variables. Opens and writes nothing.
 * Empty values count as unset. Throws `ConfigError` naming every invalid value.
 */
export function readConfig(env: Env): Config {
  const problems: string[] = [];
  const text = (name: string): string | null => env[name]?.trim() || null;
  const wrong = (name: string, expected: string): void => {
    problems.push(`${name} is ${JSON.stringify(text(name))}, expected ${expected}.`);
  };
  /**
   * The parsed value; the fallback when unset or invalid (an invalid value is reported, so the fallback is never used).
   */
  function read<T>(name: string, fallback: T, expected: string, parse: (value: string) => T | undefined): T {
    const value = text(name);
    if (value === null) return fallback;
    const parsed = parse(value);
    if (parsed === undefined) wrong(name, expected);
    return parsed ?? fallback;
  }

  const production = read(
    'NODE_ENV',
    false,
    'development, test or production',
    (value) => ({ production: true, development: false, test: false })[value],
  );
  const port = read('PORT', 3000, 'a number from 0 to 65535', (value) =>
    /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined,
  );
  const host = read('HOST', '127.0.0.1', 'an IP address or a host name', (value) =>
    isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value) ? value : undefined,
  );
  const dataFolder = read('KREIDE_DATA', defaultDataFolder(), 'a folder', (value) => {
    const path = resolve(value);
    const found = statSync(path, { throwIfNoEntry: false });
    return found && !found.isDirectory() ? undefined : path;
  });
  const readDatabaseUrl = (name: string) => {
    const value = text(name);
    if (value !== null && !isDatabaseUrl(value)) {
      // It may hold a password and is never printed.
      problems.push(
        `${name} is no address like postgresql://user:password@host:5432/name; in a password /, @, #, ? and % are written %2F, %40, %23, %3F and %25.`,
      );
    }
    return value;
  };
  const databaseUrl = readDatabaseUrl('DATABASE_URL');
  const databaseOwnerUrl = readDatabaseUrl('DATABASE_OWNER_URL');
  const demoWish = read<boolean | null>('KREIDE_DEMO', null, 'true or false', toBoolean);
  const url = read<string | null>(
    'KREIDE_URL',
    null,
    'an origin like https://kreide.example.org (no path)',
    toWebOrigin,
  );
  const secret = text('KREIDE_SECRET');
  const secretKey = text('KREIDE_SECRET_KEY');
  const supportMail = read('KREIDE_SUPPORT_MAIL', null, 'one address like support@school.example', (value) =>
    isMailAddress(value) ? value : undefined,
  );
  const metricsToken = text('KREIDE_METRICS_TOKEN');
  const trustProxy = read<Config['trustProxy']>(
    'KREIDE_TRUST_PROXY',
    false,
    'true, false, a number of hops or a list of addresses',
    toTrustProxy,
  );
  const hstsSubdomains = read('KREIDE_HSTS_SUBDOMAINS', false, 'true or false', toBoolean);
  const appOrigins = read<string[]>('KREIDE_APP_ORIGINS', [], 'a comma list of origins', toOrigins);
  const twoFactorUrl = read<string | null>(
    'KREIDE_TWO_FACTOR_URL',
    null,
    'an origin like https://codes.example.org (no path)',
    toWebOrigin,
  );
  const redirectOrigins = read<string[]>('KREIDE_REDIRECT_ORIGINS', [], 'a comma list of https: origins', (value) => {
    const origins = toOrigins(value);
    return origins?.every((origin) => origin.startsWith('https:')) ? origins : undefined;
  });
  const products = read<Product[]>(
    'KREIDE_PRODUCTS',
    [],
    'JSON like [{"name":"Cloud","url":"https://cloud.example.org/","icon":"globe","is_marketing":false}]',
    parseProducts,
  );
  const environments = read<Environment[]>(
    'KREIDE_ENVIRONMENTS',
    [],
    'JSON like [{"name":"Trial","url":"https://trial.example.org"}]',
    parseEnvironments,
  );
  const offersFile = read<string | null>('KREIDE_OFFERS', null, 'a file', (value) =>
    statSync(resolve(value), { throwIfNoEntry: false })?.isFile() ? resolve(value) : undefined,
  );
  const outboundAllow = read('KREIDE_OUTBOUND_ALLOW', NO_ALLOWANCES, 'networks and http:// origins', toAllowances);
  const mail = readMail(text, problems);
  const s3 = readS3(text, problems);
  const scanner = read<ScannerAddress | null>(
    'KREIDE_CLAMD',
    null,
    'an address like clamd.school.lan:3310',
    toHostPort,
  );
  const megabytes = (name: string, fallback: number) =>
    read(name, fallback, 'a number of megabytes from 1 to 1000000000', (value) =>
      /^[1-9]\d{0,9}$/.test(value) && Number(value) <= 1_000_000_000 ? Number(value) : undefined,
    ) * 1_000_000;
  const quotas = {
    person: megabytes('KREIDE_QUOTA_PERSON_MB', 5_000),
    channel: megabytes('KREIDE_QUOTA_CHANNEL_MB', 2_000),
    school: megabytes('KREIDE_QUOTA_SCHOOL_MB', 200_000),
  };
  const translator = readTranslator(text, wrong);
  const identityForwards = readForwards(text, wrong);
  const tracking = readTracking(text, problems);
  const leadSource = readLeadSource(text, problems);
  const prices = readPrices(text, problems);
  const seller = readSeller(text, problems);
  if (seller && prices?.tax_basis_points === 0 && seller.exemption === null)
    problems.push('KREIDE_SELLER has no "exemption": it says why the prices have no tax.');
  const officeUrl = read<string | null>(
    'KREIDE_OFFICE_URL',
    null,
    'an address like https://office.example.org',
    toOfficeUrl,
  );
  const conferences = readConferences(text, problems);
  const cacheMb = read('KREIDE_CACHE_MB', 256, 'a number of megabytes from 0 to 1000000', (value) =>
    /^\d{1,7}$/.test(value) && Number(value) <= 1_000_000 ? Number(value) : undefined,
  );
  const role = read<Config['role']>('KREIDE_ROLE', 'all', 'web, jobs or all', (value) =>
    value === 'web' || value === 'jobs' || value === 'all' ? value : undefined,
  );
  const clockStart = production
    ? null
    : read<Date | null>('KREIDE_CLOCK', null, 'an instant like 2026-11-18T06:40:00Z', parseInstant);

  // The secret is never printed.
  for (const [name, value] of Object.entries({ KREIDE_SECRET: secret, KREIDE_SECRET_KEY: secretKey }))
    if (value !== null && value.length < SECRET_MIN_LENGTH)
      problems.push(`${name} has ${value.length} characters, expected at least ${SECRET_MIN_LENGTH}.`);
  if (secret === null && production && databaseUrl !== null) {
    problems.push(
      `KREIDE_SECRET is not set; in production with DATABASE_URL every process needs the same one (at least ${SECRET_MIN_LENGTH} characters).`,
    );
  }
  if (metricsToken !== null && metricsToken.length < METRICS_TOKEN_MIN_LENGTH) {
    problems.push(
      `KREIDE_METRICS_TOKEN has ${metricsToken.length} characters, expected at least ${METRICS_TOKEN_MIN_LENGTH}.`,
    );
  }
  if (databaseOwnerUrl !== null && text('DATABASE_URL') === null) {
    problems.push('DATABASE_OWNER_URL is set, which needs DATABASE_URL: the embedded database has its own roles.');
  }
  if (role !== 'all' && text('DATABASE_URL') === null) {
    problems.push(`KREIDE_ROLE is "${role}", which needs DATABASE_URL: the embedded database serves one process only.`);
  }
  if (problems.length > 0) throw new ConfigError(problems);

  const demo = demoWish ?? (!production && databaseUrl === null && isLoopback(host));
  return {
    port,
    host,
    dataFolder,
    files: { folder: join(dataFolder, 'files'), s3 },
    databaseUrl,
    databaseOwnerUrl,
    demo,
    url,
    secret,
    secretKey,
    trustProxy,
    appOrigins,
    hstsSubdomains,
    twoFactorUrl,
    redirectOrigins,
    identityForwards,
    products,
    environments,
    offersFile,
    outboundAllow,
    mail,
    quotas,
    scanner,
    translator,
    tracking,
    leadSource,
    prices,
    seller,
    officeUrl,
    conferences,
    cacheMb,
    role,
    production,
    clockStart,
    supportMail,
    metricsToken,
  };
}

/** Is this host name or address reachable from this machine only? */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** `.kreide` beside the workspace's package.json, else in the current folder. */
function defaultDataFolder(): string {
  const root = join(import.meta.dirname, '../../../../..');
  const manifest = join(root, 'package.json');
  const isWorkspace = existsSync(manifest) && /"name":\s*"kreide"/.test(readFileSync(manifest, 'utf8'));
  return join(isWorkspace ? root : process.cwd(), '.kreide');
}

/** `host:3310`; an address of version 6 stands in brackets. */
function toHostPort(value: string): ScannerAddress | undefined {
  const [, plain, bracketed, port] = /^(?:([a-z0-9][a-z0-9.-]*)|\[([0-9a-f:.]+)\]):(\d{1,5})$/i.exec(value) ?? [];
  const host = plain ?? bracketed ?? '';
  const isPossible = bracketed === undefined || isIP(bracketed) === 6;
  return isPossible && Number(port) > 0 && Number(port) <= 65_535 ? { host, port: Number(port) } : undefined;
}

function toBoolean(value: string): boolean | undefined {
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : undefined;
}

function toList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function toAllowances(value: string): Allowances | undefined {
  try {
    return parseAllowances(value);
  } catch {
    return undefined;
  }
}

function toOrigins(value: string): string[] | undefined {
  const origins = toList(value).map(toOrigin);
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

const toWebOrigin = (value: string): string | undefined => (/^https?:/i.test(value) ? toOrigin(value) : undefined);

function toOrigin(value: string): string | undefined {
  // Native shells have origins such as capacitor://localhost, for which the URL class returns "null".
  const match = /^([a-z][a-z0-9+.-]*:\/\/[^/?#@\s*]+)\/?$/i.exec(value);
  if (!match?.[1] || !URL.canParse(value)) return undefined;
  return match[1].toLowerCase();
}

function toTrustProxy(value: string): Config['trustProxy'] | undefined {
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (/^\d$/.test(value)) return Number(value);
  const addresses = toList(value);
  const usable = addresses.every((address) => {
    const [ip = '', bits, ...rest] = address.split('/');
    const version = isIP(ip);
    if (version === 0) return PROXY_NAMES.includes(address);
    return (
      rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
    );
  });
  return usable && addresses.length > 0 ? addresses : undefined;
}

function parseInstant(value: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value)) return undefined;
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
