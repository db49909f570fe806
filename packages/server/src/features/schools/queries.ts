import {
  type DeletionRules,
  OPEN_STATES,
  type PublicAccess,
  SCHOOL_SEARCH_LIMIT,
  type SecondStepRule,
} from '@kreide/core/features/schools';
import type { SchoolPermission, SchoolPurpose } from '@kreide/core/kernel';
import { type Expression, type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';

export type SchoolRow = Selectable<DB['schools']>;
/** The public fields of a school. */
export type SchoolFace = Pick<
  SchoolRow,
  | 'id'
  | 'uuid'
  | 'name'
  | 'city'
  | 'slink'
  | 'app_branding'
  | 'color'
  | 'locale'
  | 'time_zone'
  | 'is_beta'
  | 'is_locked'
  | 'purpose'
>;

/** An invented school is closed with the real one. */
const isClosed = sql`(real.is_locked or real.state <> all(${[...OPEN_STATES]}))`;
const ofClosed = sql<boolean>`exists (select from schools as real where real.id = schools.trial_of and ${isClosed})`;

/** Schools as a part of another feature's query. */
export function schoolsPart(db: Kysely<DB>) {
  return (
    db
      .selectFrom('schools')
      .select(['id', 'uuid', 'slink', 'state', 'time_zone', 'public_news', 'active_school_year_id'])
      .select('purpose')
      // A school that is not open counts as locked wherever its people are let in.
      .select((eb) =>
        eb
          .or([eb('is_locked', '=', true), eb('state', 'not in', OPEN_STATES), ofClosed])
          .$castTo<boolean>()
          .as('is_locked'),
      )
      .select(['second_step_roles', 'second_step_from', 'properties'])
  );
}

/** The purpose of a school, as a part of another feature's query. */
export const purposeOf = (schoolId: Expression<unknown>) =>
  sql<SchoolPurpose>`(select school.purpose from schools school where school.id = ${schoolId})`;

/** Is a property of a school set to true, as a part of a query? Anything else that stands there is a no. */
export const isSwitchedOn = (schoolId: Expression<unknown>, property: string) =>
  sql<boolean>`coalesce((select school.properties ->> ${property} = 'true' from schools school where school.id = ${schoolId}), false)`;

/** The same of a property that counts as on until it is set to false. */
export const isSwitchedOff = (schoolId: Expression<unknown>, property: string) =>
  sql<boolean>`coalesce((select school.properties ->> ${property} = 'false' from schools school where school.id = ${schoolId}), false)`;

/** Neither found nor signed in to by anybody: an invented school is only entered from the real one. */
const isReal = (eb: ExpressionBuilder<DB, 'schools'>) => eb('trial_of', 'is', null);

/** How names are compared: without accents, blanks and hyphens, "ae" like "ä" like "a". */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/ß/gu, 'ss')
    .replace(/ı/gu, 'i')
    .replace(/([aou])e/gu, '$1');

/** The same of everything that a school is called. */
const FOLDED = sql<string>`regexp_replace(replace(replace(regexp_replace(
  normalize(lower(concat_ws('', name, city, slink)), nfd), '[^[:alnum:]]', '', 'g'), 'ß', 'ss'), 'ı', 'i'), '([aou])e', '\\1', 'g')`;

/** Most words of a search that count. */
const WORDS = 8;

/** Schools that have each word of the keyword in name, city or slink, in whatever order and spelling. */
export async function findSchools(db: Kysely<DB>, keyword: string) {
  const words = keyword
    .split(/[\s,.;-]+/)
    .map(fold)
    .filter(Boolean)
    .slice(0, WORDS);
  if (words.length === 0) return [];
  return db
    .selectFrom('schools')
    .select(['uuid', 'name', 'city', 'slink'])
    .where('state', 'in', OPEN_STATES)
    .where(isReal)
    .where((eb) => eb.and(words.map((word) => eb(FOLDED, 'like', `%${word}%`))))
    .orderBy(sql`${FOLDED} like ${`${words[0]}%`} desc`)
    .orderBy('name')
    .limit(SCHOOL_SEARCH_LIMIT)
    .execute();
}

/** The school of a short link, as a part of another feature's query. */
export function schoolOfSlink(db: Kysely<DB>, slink: string) {
  return db
    .selectFrom('schools')
    .selectAll()
    .where('slink', '=', slink)
    .where('state', 'in', OPEN_STATES)
    .where(isReal);
}

export async function findSchoolBySlink(db: Kysely<DB>, slink: string): Promise<SchoolRow | null> {
  return (await schoolOfSlink(db, slink).executeTakeFirst()) ?? null;
}

/** A school in whatever state, for its operator. */
export async function findSchoolForOperator(db: Kysely<DB>, slink: string): Promise<SchoolRow | undefined> {
  return db.selectFrom('schools').selectAll().where('slink', '=', slink).executeTakeFirst();
}

/** A school that may take applications, by its uuid. */
export async function findApplyingSchool(db: Kysely<DB>, uuid: string) {
  return db
    .selectFrom('schools')
    .select(['id', 'name', 'slink', 'app_branding'])
    .where('uuid', '=', uuid)
    .where('state', 'in', OPEN_STATES)
    .where(isReal)
    .where('is_locked', '=', false)
    .executeTakeFirst();
}

export async function getSchool(db: Kysely<DB>, id: number): Promise<SchoolRow> {
  return db.selectFrom('schools').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Sets the parts of a school that the public may see. */
export async function updatePublicAccess(db: Kysely<DB>, id: number, access: PublicAccess): Promise<void> {
  await db
    .updateTable('schools')
    .set({
      public_monitor: access.monitor,
      public_timetable: access.timetable,
      public_news: access.news,
      public_teacher_names: access.teacher_names,
      public_absent_teachers: access.absent_teachers,
      public_replaced_teachers: access.replaced_teachers,
      public_teacher_plans: access.teacher_plans,
      public_notes: access.notes,
      screen_origins: access.screen_origins,
      webuntis_open: access.webuntis,
    })
    .where('id', '=', id)
    .execute();
}

/** Sets where the plans of a school come from; null: it is recognised. */
export async function setTimetableSource(db: Kysely<DB>, id: number, source: string | null): Promise<void> {
  await db.updateTable('schools').set({ timetable_source: source }).where('id', '=', id).execute();
}

/** Sets the permissions of the school as a whole. */
export async function updatePermissions(
  db: Kysely<DB>,
  id: number,
  permissions: readonly SchoolPermission[],
): Promise<void> {
  await db
    .updateTable('schools')
    .set({ permissions: [...permissions] })
    .where('id', '=', id)
    .execute();
}

/** Sets whom the school wants a second step at sign-in of. */
export async function updateSecondStepRule(db: Kysely<DB>, id: number, { roles, from }: SecondStepRule): Promise<void> {
  await db
    .updateTable('schools')
    .set({ second_step_roles: [...new Set(roles)], second_step_from: from })
    .where('id', '=', id)
    .execute();
}

/** Locks the school's row for the rest of the transaction: one change of its school years at a time. */
export async function lockSchool(db: Kysely<DB>, id: number): Promise<void> {
  await db.selectFrom('schools').select('id').where('id', '=', id).forUpdate().execute();
}

/** Makes a school year the active one. */
export async function activateYear(db: Kysely<DB>, id: number, yearId: number): Promise<void> {
  await db.updateTable('schools').set({ active_school_year_id: yearId }).where('id', '=', id).execute();
}

/** Locks or unlocks the demo schools; returns the short links of those that were not so before. */
export async function lockDemoSchools(db: Kysely<DB>, isLocked: boolean): Promise<string[]> {
  const rows = await db
    .updateTable('schools')
    .set({ is_locked: isLocked })
    .where('is_demo', '=', true)
    .where('is_locked', '!=', isLocked)
    .returning('slink')
    .execute();
  return rows.map(({ slink }) => slink);
}

/** Sets how a school handles requests for the deletion of accounts; its other properties stay. */
export async function setDeletionRules(db: Kysely<DB>, id: number, rules: DeletionRules): Promise<void> {
  const { enabled, reversion_days } = rules;
  await setSchoolProperties(db, id, {
    'users.deletion_request.enabled': enabled,
    'users.deletion_request.reversion_days': reversion_days,
  });
}

/** Adds to the properties of a school, or replaces those of the same name. */
export async function setSchoolProperties(db: Kysely<DB>, id: number, set: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('schools')
    .set({ properties: sql`schools.properties || ${toJsonText(set)}::jsonb` })
    .where('id', '=', id)
    .execute();
}

/** The same for what the app reads of it. */
export async function setSchoolMeta(db: Kysely<DB>, id: number, set: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('schools')
    .set({ meta: sql`schools.meta || ${toJsonText(set)}::jsonb` })
    .where('id', '=', id)
    .execute();
}
