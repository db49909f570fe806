import { randomBytes, randomUUID } from 'node:crypto';
import { CODE_LENGTH, codeOf, type KeyKind, writeCode } from '../../packages/core/src/features/registration/rules.ts';
import type { UserType } from '../../packages/core/src/kernel/abilities.ts';
import { hashCode } from '../../packages/server/src/features/registration/opened-key.ts';
import { TEST_SECRET, type TestServer } from './server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A code as it stands on paper, put into the database past the school's limits; `days` may be over. */
export async function createKeyFor(
  server: TestServer,
  schoolId: number,
  kind: KeyKind,
  userId: number,
  { days = 30, code = codeOf(randomBytes(CODE_LENGTH)) }: { days?: number; code?: string } = {},
): Promise<string> {
  const now = server.clock.now();
  await server.test.database.kysely
    .insertInto('activation_keys')
    .values({
      school_id: schoolId,
      kind,
      user_id: userId,
      code_hash: hashCode(TEST_SECRET, code),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
    })
    .execute();
  return writeCode(code);
}

/** Somebody who has not registered yet: Nika Neu unless named otherwise. */
export async function pendingIn(
  server: TestServer,
  schoolId: number,
  type: UserType,
  { firstname = 'Nika', lastname = 'Neu' } = {},
): Promise<{ id: number }> {
  return server.test.database.kysely
    .insertInto('users')
    .values({
      school_id: schoolId,
      username: `pending-${randomUUID()}`,
      firstname,
      lastname,
      type,
      role: type,
      state: 'PENDING',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}
