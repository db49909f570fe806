import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { SESSION_CHANNEL } from '../features/auth/index.ts';
import { findSchoolBySlink } from '../features/schools/index.ts';
import { PLAN_CHANNEL } from '../features/timetable/index.ts';
import { hasOtherAdministrator, isTaken } from '../features/users/index.ts';
import { joinFeatures } from '../features.ts';
import { clockOf } from '../kernel/clock.ts';
import { readBrands } from '../kernel/config/brands.ts';
import type { Config } from '../kernel/config/config.ts';
import { createSeal } from '../kernel/config/seal.ts';
import { secretOf } from '../kernel/config/secret.ts';
import { appendAudit } from '../kernel/data/audit.ts';
import type { DB } from '../kernel/data/database.generated.ts';
import type { Database } from '../kernel/data/database.ts';
import { openStore, toFileKey } from '../kernel/files/index.ts';
import { silentLog } from '../kernel/log.ts';
import { createMail } from '../kernel/mail/index.ts';
import { createOutbound } from '../kernel/outbound/index.ts';
import { readTexts } from '../kernel/text/texts.ts';
import { CommandError } from './failures.ts';
import { originOf, type Using } from './installation.ts';

const ROOT = join(import.meta.dirname, '../../../..');

export interface UserMove {
  /** Short names of the schools. */
  slink: string;
  to: string;
  username: string;
  /** Without it nothing is changed. */
  yes?: boolean | undefined;
}

/** What a move does, or did. */
export interface UserMoved {
  is_moved: boolean;
  from: { slink: string; id: number };
  /** The number is that of the new account; null before it is made. */
  to: { slink: string; id: number | null };
  username: string;
  type: string;
}

/** Somebody with an account at the school, and where they go; throws `CommandError` for what stands against it. */
async function checkMove(db: Kysely<DB>, { slink, to, username }: UserMove) {
  const [school, target] = [await findSchoolBySlink(db, slink), await findSchoolBySlink(db, to)];
  if (!school) throw new CommandError(`There is no school "${slink}".`);
  if (!target) throw new CommandError(`There is no school "${to}".`);
  if (school.id === target.id) throw new CommandError('--slink and --to name the same school.');
  const person = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'type', 'role'])
    .where('school_id', '=', school.id)
    .where((eb) => eb(eb.fn('lower', ['username']), '=', username.trim().toLowerCase()))
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw new CommandError(`There is no user "${username}" at a school "${slink}".`);
  if (person.role === 'ADMIN' && !(await hasOtherAdministrator(db, school.id, person.id)))
    throw new CommandError(`${person.username} is the last administrator of "${slink}": make another one first.`);
  if (await isTaken(db, target.id, person))
    throw new CommandError(`Somebody at "${to}" has the username or e-mail address of ${person.username} already.`);
  return { school, target, person };
}

/** Moves an account to another school, as an administrator of both does it in the app (P-6.15); all of it or nothing. */
export async function moveUser(config: Config, using: Using, database: Database, move: UserMove): Promise<UserMoved> {
  const clock = clockOf(config);
  const origin = originOf(config, using);
  const secret = await secretOf(config);
  await using outbound = createOutbound({ allow: config.outboundAllow });
  const { moveAccount } = joinFeatures({
    database,
    clock,
    secret,
    outbound,
    log: silentLog,
    quotas: config.quotas,
    scanner: null,
    translator: null,
    tracking: null,
    leadSource: null,
    makeTrial: null,
    prices: null,
    seller: null,
    seal: createSeal(config.secretKey ?? secret),
    fileKey: toFileKey(secret),
    texts: readTexts(join(ROOT, 'locales')),
    brandOf: readBrands(join(ROOT, 'brandings')),
    store: await openStore(config.files, clock.now()),
    mail: config.mail && createMail(config.mail, { database, clock, log: silentLog }),
    supportMail: config.supportMail,
    appUrl: () => origin,
    isSecure: () => origin.startsWith('https:'),
    appOrigins: config.appOrigins,
    products: config.products,
    environments: config.environments,
    conferences: config.conferences,
    officeUrl: null,
    temporaryFolder: join(config.dataFolder, 'uploads'),
    partialFolder: join(config.files.folder, 'partial'),
    offers: [],
    cacheBytes: 1_000_000,
  });
  return database.kysely.transaction().execute(async (trx) => {
    const now = clock.now();
    const { school, target, person } = await checkMove(trx, move);
    const from = { school_id: school.id, user_id: person.id };
    const id = move.yes ? await moveAccount(trx, from, target.id, now) : null;
    if (id !== null) {
      // Running servers hear of it with the commit.
      await database.notify(SESSION_CHANNEL, `${person.id}`, trx);
      await database.notify(PLAN_CHANNEL, `${school.id}`, trx);
      const recorded = { origin: 'operator', action: 'users:audit.moveSchool', entity: 'users', now } as const;
      await appendAudit(trx, [
        { ...recorded, school_id: school.id, id: person.id, before: { type: person.type } },
        { ...recorded, school_id: target.id, id, after: { type: person.type } },
      ]);
    }
    return {
      is_moved: id !== null,
      from: { slink: school.slink, id: person.id },
      to: { slink: target.slink, id },
      username: person.username,
      type: person.type,
    };
  });
}
