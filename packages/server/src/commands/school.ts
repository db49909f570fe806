import { PASSWORD_RESET_SECONDS } from '@kreide/core/features/auth';
import { canBecome, SCHOOL_FEATURES, SCHOOL_STATES, type SchoolFeature } from '@kreide/core/features/schools';
import { fields, isLanguage, isTypedName, OPERATOR_PURPOSES } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import { createPasswordReset, toResetPath } from '../features/auth/index.ts';
import {
  findSchoolForOperator,
  getSchool,
  lockSchool,
  type SchoolRow,
  setEnd,
  setFeatures,
  setState,
} from '../features/schools/index.ts';
import { appendAudit } from '../kernel/data/audit.ts';
import type { DB } from '../kernel/data/database.generated.ts';
import { CommandError } from './failures.ts';
import { makeSchool, type NewSchool } from './make-school.ts';

/** The longest time until the end of a school, days. */
const LONGEST_END = 365;

/** Throws `CommandError` listing everything that is wrong with the options; opens nothing. */
export function checkSchool(school: NewSchool): void {
  const line = fields.line(190);
  const isZone = Intl.supportedValuesOf('timeZone').includes(school.timeZone) || school.timeZone === 'UTC';
  const problems = [
    line.safeParse(school.name.trim()).success
      ? ''
      : '--name is needed: the name of the school, at most 190 characters.',
    fields.slink.safeParse(school.slink).success
      ? ''
      : '--slink is the short name in addresses: small letters, digits and hyphens, at most 63 characters.',
    isLanguage(school.locale) ? '' : '--locale is one of de, en, es, tr, uk, fr, it.',
    isZone ? '' : '--time-zone is a name like Europe/Berlin.',
    line.safeParse(school.adminUsername.trim()).success ? '' : '--admin-username is at most 190 characters.',
    school.adminEmail === undefined || /^[^\s@]+@[^\s@]+$/.test(school.adminEmail)
      ? ''
      : '--admin-email is no e-mail address.',
    ['active', 'onboarding', 'lead'].includes(school.state ?? 'active') ? '' : '--state is active, onboarding or lead.',
  ].filter((problem) => problem !== '');
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
}

/**
 * Creates a school with its current school year and its first administrator, completely or not at all [D-4.15].
 * Returns the path of the one-time link for setting that person's password.
 */
export async function createSchool(kysely: Kysely<DB>, school: NewSchool, now: Date): Promise<string> {
  checkSchool(school);
  return kysely.transaction().execute(async (db) => {
    const made = await makeSchool(db, school, now);
    if (!made) throw new CommandError(`There is a school "${school.slink}" already. Choose another --slink.`);
    return made.path;
  });
}

/**
 * Says what a school is for (P-6.21): at most one is for the management, and only administrators of internal schools
 * and of that one may go between them.
 */
export async function setPurpose(kysely: Kysely<DB>, slink: string, purpose: string, now: Date): Promise<void> {
  const wanted = OPERATOR_PURPOSES.find((one) => one === purpose);
  if (!wanted) throw new CommandError(`--purpose is one of ${OPERATOR_PURPOSES.join(', ')}.`);
  await kysely.transaction().execute(async (db) => {
    const school = await findSchoolForOperator(db, slink);
    if (!school) throw new CommandError(`There is no school "${slink}".`);
    if (school.trial_of !== null)
      throw new CommandError(`The school "${slink}" is invented, for another one to look around in.`);
    const taken = await db
      .selectFrom('schools')
      .select('slink')
      .where('purpose', '=', 'management')
      .where('id', '!=', school.id)
      .executeTakeFirst();
    if (purpose === 'management' && taken)
      throw new CommandError(
        `The school "${taken.slink}" is for the management already; first give it another purpose.`,
      );
    await db.updateTable('schools').set({ purpose: wanted }).where('id', '=', school.id).execute();
    await appendAudit(db, [
      {
        school_id: school.id,
        origin: 'operator',
        action: 'schools:audit.purpose',
        entity: 'schools',
        id: school.id,
        before: { purpose: school.purpose },
        after: { purpose },
        now,
      },
    ]);
  });
}

/** Changes one thing about a school as its operator, and says so in the school's log. */
async function changeSchool(
  kysely: Kysely<DB>,
  slink: string,
  {
    action,
    now,
    of,
    change,
  }: {
    action:
      | 'schools:audit.state'
      | 'schools:audit.features'
      | 'management:audit.orderEnd'
      | 'management:audit.cancelEnd';
    now: Date;
    of: (school: SchoolRow) => Record<string, string>;
    change: (db: Kysely<DB>, school: SchoolRow) => Promise<void>;
  },
): Promise<void> {
  await kysely.transaction().execute(async (db) => {
    const found = await findSchoolForOperator(db, slink);
    if (found) await lockSchool(db, found.id);
    // As it is once whoever else changes it is done; it may be gone.
    const school = found && (await findSchoolForOperator(db, slink));
    if (!school) throw new CommandError(`There is no school "${slink}".`);
    await change(db, school);
    const after = of(await getSchool(db, school.id));
    await appendAudit(db, [
      {
        school_id: school.id,
        origin: 'operator',
        action,
        entity: 'schools',
        id: school.id,
        before: of(school),
        after,
        now,
      },
    ]);
  });
}

/** Brings a school into another state (P-3.17). */
export async function changeState(kysely: Kysely<DB>, slink: string, state: string, now: Date): Promise<void> {
  const wanted = SCHOOL_STATES.find((one) => one === state.toUpperCase());
  if (!wanted) throw new CommandError(`--state is one of ${SCHOOL_STATES.join(', ')}.`);
  await changeSchool(kysely, slink, {
    action: 'schools:audit.state',
    now,
    of: (school) => ({ state: school.state }),
    async change(db, { id, state: from }) {
      if (from === wanted) return;
      if (!canBecome(from, wanted, 'operator'))
        throw new CommandError(`A school that is ${from} cannot become ${wanted}.`);
      await setState(db, id, wanted, now);
    },
  });
}

/** Switches features of the product on or off for a school (P-1.20): commas between their keys. */
export async function switchFeatures(
  kysely: Kysely<DB>,
  slink: string,
  { on = '', off = '' }: { on?: string | undefined; off?: string | undefined },
  now: Date,
): Promise<SchoolFeature[]> {
  const [isOn, isOff] = [on, off].map((keys) =>
    keys
      .split(',')
      .map((key) => key.trim())
      .filter(Boolean),
  ) as [string[], string[]];
  const unknown = [...isOn, ...isOff].filter((key) => !SCHOOL_FEATURES.some((feature) => feature === key));
  if (unknown.length > 0)
    throw new CommandError(`There is no feature "${unknown[0]}": they are ${SCHOOL_FEATURES.join(', ')}.`);
  let features: SchoolFeature[] = [];
  await changeSchool(kysely, slink, {
    action: 'schools:audit.features',
    now,
    of: (school) => ({ features: SCHOOL_FEATURES.filter((key) => school.features.includes(key)).join(', ') }),
    async change(db, school) {
      features = SCHOOL_FEATURES.filter(
        (key) => !isOff.includes(key) && (isOn.includes(key) || school.features.includes(key)),
      );
      await setFeatures(db, school.id, features);
    },
  });
  return features;
}

/** From its end on a school is being removed: nobody puts that off or takes it back. */
function requireStanding({ slink, ends_at }: Pick<SchoolRow, 'slink' | 'ends_at'>, now: Date): void {
  if (ends_at !== null && new Date(ends_at) <= now) throw new CommandError(`The school "${slink}" is being removed.`);
}

/** Orders the end of a school as its operator: its whole name says that it is meant. Returns when everything is removed. */
export async function orderEnd(
  kysely: Kysely<DB>,
  { slink, name, days }: { slink: string; name: string; days: number },
  now: Date,
): Promise<Date> {
  if (!Number.isInteger(days) || days < 0 || days > LONGEST_END)
    throw new CommandError(`--days is a whole number from 0 to ${LONGEST_END}.`);
  // The end comes after its order.
  const at = new Date(now.getTime() + Math.max(1000, days * 24 * 60 * 60 * 1000));
  await changeSchool(kysely, slink, {
    action: 'management:audit.orderEnd',
    now,
    of: ({ ends_at }) => ({ ends_at: ends_at ?? '' }),
    async change(db, school) {
      if (!isTypedName(name, school.name))
        throw new CommandError(`--name has to be the name of the school: ${school.name}`);
      requireStanding(school, now);
      await setEnd(db, school.id, { now, at });
    },
  });
  return at;
}

/** Takes the end of a school back, as long as anything of it is there. */
export async function cancelEnd(kysely: Kysely<DB>, slink: string, now: Date): Promise<void> {
  await changeSchool(kysely, slink, {
    action: 'management:audit.cancelEnd',
    now,
    of: ({ ends_at }) => ({ ends_at: ends_at ?? '' }),
    async change(db, { id, ends_at }) {
      if (ends_at === null) throw new CommandError(`Nobody has ordered the end of the school "${slink}".`);
      requireStanding({ slink, ends_at }, now);
      await setEnd(db, id, null);
    },
  });
}

/** A new one-time link for somebody who cannot sign in, valid for an hour. Returns its path. */
export async function createLink(kysely: Kysely<DB>, slink: string, username: string, now: Date): Promise<string> {
  const school = await findSchoolForOperator(kysely, slink);
  const user = await kysely
    .selectFrom('users')
    .select(['school_id', 'id'])
    .where('school_id', '=', school?.id ?? 0)
    .where((eb) => eb(eb.fn('lower', ['username']), '=', username.trim().toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) throw new CommandError(`There is no user "${username}" at a school "${slink}".`);
  const token = await kysely.transaction().execute(async (db) => {
    const made = await createPasswordReset(db, user, PASSWORD_RESET_SECONDS.usual, now);
    const action = 'auth:audit.passwordLink';
    await appendAudit(db, [
      { school_id: user.school_id, origin: 'operator', action, entity: 'users', id: user.id, now },
    ]);
    return made;
  });
  return toResetPath(slink, token);
}
