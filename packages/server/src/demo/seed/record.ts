import type { Kysely } from 'kysely';
import { type AuditEntry, appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';

/** From where the invented people work: an address that belongs to nobody (RFC 5737). */
const ADDRESS = '203.0.113.20';

/** The audit log of a new demo school: who has made it public, and who has written its news. */
export async function recordDemo(db: Kysely<DB>, schoolId: number, isPublic: boolean, now: Date): Promise<void> {
  const by = { school_id: schoolId, origin: 'session', address: ADDRESS } as const;
  const news = await db
    .selectFrom('news')
    .select(['id', 'user_id', 'title', 'content_rendered as content'])
    .select(['publish_at', 'is_pinned', 'is_official', 'is_public'])
    .where('school_id', '=', schoolId)
    .where('publish_at', '<=', now.toISOString())
    .orderBy('publish_at')
    .execute();
  const written = news.map(
    ({ id, user_id, ...after }): AuditEntry => ({
      ...by,
      user_id,
      action: 'news:audit.create',
      entity: 'news',
      id,
      after,
      now: new Date(after.publish_at),
    }),
  );
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('username', '=', 'admin')
    .executeTakeFirst();
  const state = (isOn: boolean) => ({ monitor: isOn, timetable: isOn, news: isOn });
  const released: AuditEntry = {
    ...by,
    user_id: admin?.id ?? null,
    action: 'schools:audit.publicAccess',
    entity: 'schools',
    id: schoolId,
    now,
    before: state(false),
    after: state(isPublic),
  };
  await appendAudit(db, [...written, released]);
}
