import { argon2Sync, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SchoolFeature } from '../../packages/core/src/features/schools/index.ts';
import type { Role } from '../../packages/core/src/kernel/abilities.ts';
import { hashPassword } from '../../packages/server/src/features/auth/index.ts';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import type { TestServer } from './server.ts';

export const PASSWORD = 'correct horse battery';

/**
 * The password of all test people, hashed as the server does it, in tests at the least cost: a hash says itself what it
 * costs to verify, and every sign-in would take as long as that of a real person. Benches measure just that.
 */
const hashed = process.env.VITEST ? toCheapHash(PASSWORD) : hashPassword(PASSWORD);

function toCheapHash(message: string): string {
  const [memory, passes, parallelism, nonce] = [8, 1, 1, randomBytes(16)] as const;
  const tag = argon2Sync('argon2id', { message, nonce, memory, passes, parallelism, tagLength: 32 });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${hash}`;
}

export interface BuiltSchool {
  id: number;
  uuid: string;
  slink: string;
  yearId: number;
}

/** A school with the current school year and nothing else. */
export async function buildSchool(
  db: Kysely<DB>,
  slink: string,
  values: Partial<{
    name: string;
    app_branding: string;
    public_monitor: boolean;
    webuntis_open: boolean;
    public_timetable: boolean;
    public_news: boolean;
    public_teacher_names: 'none' | 'shortcut' | 'pseudonym';
    public_replaced_teachers: boolean;
    /** What the operator has switched on for it. */
    features: SchoolFeature[];
  }> = {},
): Promise<BuiltSchool> {
  const school = await db
    .insertInto('schools')
    .values({ name: `School ${slink}`, slink, ...values })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  const year = await db
    .insertInto('school_years')
    .values({
      school_id: school.id,
      name: '2026 / 2027',
      begins_at: '2026-08-01',
      ends_at: '2027-07-15',
      anchor: '2026-08-03',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('schools').set({ active_school_year_id: year.id }).where('id', '=', school.id).execute();
  return { ...school, slink, yearId: year.id };
}

export interface BuiltUser {
  id: number;
  uuid: string;
  username: string;
}

/** A person with the password of all test people. */
export async function buildUser(db: Kysely<DB>, schoolId: number, username: string, role: Role): Promise<BuiltUser> {
  const type = role === 'ADMIN' ? 'EMPLOYEE' : role;
  const row = await db
    .insertInto('users')
    .values({
      school_id: schoolId,
      username,
      firstname: username,
      lastname: `of ${schoolId}`,
      sex: 'NONE',
      type,
      role,
      password_hash: await hashed,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  return { ...row, username };
}

/** Signs in and returns the access token. */
export async function signIn(
  server: TestServer,
  slink: string,
  username: string,
  password = PASSWORD,
): Promise<string> {
  const answer = await server.request('POST', '/v1/auth/login', {
    body: { slink, username, password, stayLoggedIn: true },
  });
  if (answer.status !== 200) throw new Error(`sign-in of ${username} answered ${answer.status}: ${answer.text}`);
  return answer.body.access_token;
}
