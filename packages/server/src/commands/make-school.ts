import { PASSWORD_RESET_SECONDS } from '@kreide/core/features/auth';
import { SCHOOL_STATES } from '@kreide/core/features/schools';
import { DEFAULT_LANGUAGE, isLanguage, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import { createPasswordReset, toResetPath } from '../features/auth/index.ts';
import { appendAudit } from '../kernel/data/audit.ts';
import type { DB } from '../kernel/data/database.generated.ts';

/** What is known of a school beside what it needs; empty texts are not known. */
export interface SchoolFacts {
  street: string;
  postal_code: string;
  country: string;
  type: string | null;
  app_branding: string;
  contact_name: string;
  contact_email: string;
  contact_phone: string;
}

export interface NewSchool {
  name: string;
  slink: string;
  city?: string | undefined;
  locale: string;
  timeZone: string;
  adminUsername: string;
  adminEmail?: string | undefined;
  /** `onboarding`: its administrator is led through setting it up; else it works at once. */
  state?: string | undefined;
  facts?: SchoolFacts | undefined;
}

export interface MadeSchool {
  id: number;
  uuid: string;
  /** Of the one-time link for setting the administrator's password. */
  path: string;
}

/** First and last day of the school year that contains a date, 1 August to 31 July. */
export function runningYear(date: string): { name: string; begins_at: string; ends_at: string } {
  const first = Number(date.slice(0, 4)) - (date.slice(5) >= '08-01' ? 0 : 1);
  return { name: `${first} / ${first + 1}`, begins_at: `${first}-08-01`, ends_at: `${first + 1}-07-31` };
}

/** The facts as columns: an empty text is none. */
function toColumns(facts: SchoolFacts | undefined) {
  if (!facts) return {};
  const { country, ...texts } = facts;
  return { country, ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text || null])) };
}

/**
 * The one way in which a school comes to be, for the person at the terminal and for a lead that is activated: the school, its
 * current school year and its first administrator, in the transaction of the caller. Null: another school has the short link.
 */
export async function makeSchool(db: Kysely<DB>, school: NewSchool, now: Date): Promise<MadeSchool | null> {
  const made = await db
    .insertInto('schools')
    .values({
      name: school.name.trim(),
      slink: school.slink,
      city: school.city?.trim() || null,
      locale: isLanguage(school.locale) ? school.locale : DEFAULT_LANGUAGE,
      time_zone: school.timeZone,
      state: SCHOOL_STATES.find((one) => one === school.state?.toUpperCase()) ?? 'ACTIVE',
      installed_at: (school.state ?? 'active') === 'active' ? now.toISOString() : null,
      ...toColumns(school.facts),
    })
    .onConflict((conflict) => conflict.column('slink').doNothing())
    .returning(['id', 'uuid'])
    .executeTakeFirst();
  if (!made) return null;
  const year = await db
    .insertInto('school_years')
    .values({ school_id: made.id, ...runningYear(toLocal(now, school.timeZone).date) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('schools').set({ active_school_year_id: year.id }).where('id', '=', made.id).execute();
  const admin = await db
    .insertInto('users')
    .values({
      school_id: made.id,
      username: school.adminUsername.trim(),
      email: school.adminEmail ?? null,
      firstname: 'Administration',
      lastname: school.name.trim(),
      // No person: nothing is to be asked of it.
      sex: 'NONE',
      type: 'EMPLOYEE',
      role: 'ADMIN',
    })
    .returning(['school_id', 'id'])
    .executeTakeFirstOrThrow();
  await appendAudit(db, [
    {
      school_id: made.id,
      origin: 'operator',
      action: 'schools:audit.create',
      entity: 'schools',
      id: made.id,
      after: { name: school.name.trim(), slink: school.slink, admin_id: admin.id },
      now,
    },
  ]);
  const token = await createPasswordReset(db, admin, PASSWORD_RESET_SECONDS.first, now);
  return { ...made, path: toResetPath(school.slink, token) };
}
