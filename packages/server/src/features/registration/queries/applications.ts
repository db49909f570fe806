import {
  APPLICATION_DAYS,
  type Application,
  type ApplicationBody,
  type ApplicationPage,
  REGISTRATION_PAGE,
} from '@kreide/core/features/registration';
import { DEFAULT_LANGUAGE, isLanguage, toCan, USER_TYPES, type UserType } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();

/** The pages of a school, one for each type; closed and empty unless it has changed that. */
export async function listApplicationPages(db: Kysely<DB>, schoolId: number): Promise<ApplicationPage[]> {
  const rows = await db
    .selectFrom('application_pages')
    .select(['type', 'is_open', 'content', 'updated_at'])
    .where('school_id', '=', schoolId)
    .execute();
  return USER_TYPES.map((type) => {
    const row = rows.find((one) => one.type === type);
    const { is_open = false, content = '', updated_at = null } = row ?? {};
    return { type, is_open, content, updated_at };
  });
}

export async function saveApplicationPage(
  db: Kysely<DB>,
  schoolId: number,
  { type, ...page }: Omit<ApplicationPage, 'updated_at'>,
  now: Date,
): Promise<void> {
  const values = { ...page, updated_at: now.toISOString() };
  await db
    .insertInto('application_pages')
    .values({ school_id: schoolId, type, ...values })
    .onConflict((conflict) => conflict.columns(['school_id', 'type']).doUpdateSet(values))
    .execute();
}

export type NewApplication = Omit<ApplicationBody, 'school_uuid' | 'ticket' | 'website'>;

/** Stores an application; undefined: the same person waits for an answer already. */
export async function createApplication(
  db: Kysely<DB>,
  schoolId: number,
  application: NewApplication,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .insertInto('applications')
    .values({
      school_id: schoolId,
      ...application,
      created_at: now.toISOString(),
      expires_at: inDays(now, APPLICATION_DAYS.open),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function countOpenApplications(db: Kysely<DB>, schoolId: number): Promise<number> {
  const { open } = await db
    .selectFrom('applications')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('school_id', '=', schoolId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(open);
}

function applicationsOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('applications')
    .select(['id', 'type', 'firstname', 'lastname', 'email', 'phone', 'child', 'message', 'locale'])
    .select(['state', 'reason', 'created_at', 'answered_at'])
    .where('school_id', '=', schoolId);
}
export type ApplicationRow = Awaited<ReturnType<typeof listApplications>>[number];

/** Applications of a school: those that wait, the oldest first, and then the answered ones, the newest first; a page and the first of the next. */
export async function listApplications(db: Kysely<DB>, schoolId: number, page: number) {
  return applicationsOf(db, schoolId)
    .orderBy('answered_at', (order) => order.desc().nullsFirst())
    .orderBy('created_at')
    .orderBy('id')
    .offset((page - 1) * REGISTRATION_PAGE)
    .limit(REGISTRATION_PAGE + 1)
    .execute();
}

/** An application, locked for the rest of the transaction where it is to be answered. */
export async function findApplication(db: Kysely<DB>, schoolId: number, id: number, { isLocked = false } = {}) {
  const application = applicationsOf(db, schoolId).where('id', '=', id);
  return (isLocked ? application.forUpdate() : application).executeTakeFirst();
}

export function toApplication({ locale: _, type, state, ...row }: ApplicationRow): Application {
  return {
    ...row,
    type: type as UserType,
    state: state as Application['state'],
    can: toCan({ answer: state === 'open' }),
  };
}

export const languageOf = ({ locale }: ApplicationRow) => (isLanguage(locale) ? locale : DEFAULT_LANGUAGE);

type Answer =
  | { state: 'accepted'; user_id: number; answered_by: number }
  | { state: 'declined'; reason: string; answered_by: number };

/** Answers an application that waits. */
export async function answerApplication(
  db: Kysely<DB>,
  schoolId: number,
  id: number,
  answer: Answer,
  now: Date,
): Promise<void> {
  await db
    .updateTable('applications')
    .set({ ...answer, answered_at: now.toISOString(), expires_at: inDays(now, APPLICATION_DAYS.answered) })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** Removes applications that have been kept long enough; returns their number. */
export async function pruneApplications(db: Kysely<DB>, now: Date): Promise<number> {
  const gone = await db.deleteFrom('applications').where('expires_at', '<', now.toISOString()).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
