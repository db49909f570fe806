import { ARCHIVE_SECONDS, ARCHIVES_A_DAY, personalDataApi, toArchiveName } from '@kreide/core/features/personal-data';
import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { toDisposition } from '../../kernel/files/index.ts';
import { FileAnswer } from '../../kernel/http/answers.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { enqueue } from '../../kernel/jobs/index.ts';
import { isOwnPassword } from '../auth/index.ts';
import { refuseField } from '../settings/index.ts';
import { findPerson, lockUser, type PersonKey, requireSelf } from '../users/index.ts';
import type { MakeTask } from './make-task.ts';
import { addArchive, findReady, listArchives, listAskedSince, toArchive } from './queries/archives.ts';
import { getRetention, setRetention } from './queries/retention.ts';

interface Asking {
  params: { id: number | 'self' };
  actor: Actor;
  db: Kysely<DB>;
  fail(code: 'not_found' | 'forbidden'): never;
}

/** Whose data it is, and by whom archives must have been asked for so that the caller may have them; null: by anybody. */
async function requireAllowed({ params, actor, db, fail }: Asking): Promise<{ person: PersonKey; by: number | null }> {
  const { school_id, user_id } = actor;
  const { id } = params;
  if (id === 'self' || id === user_id || !actor.permissions.has('manage-users') || actor.role !== 'ADMIN')
    return { person: await requireSelf({ params, actor, db, fail }), by: null };
  if (!(await findPerson(db, school_id, id))) return fail('not_found');
  return { person: { school_id, user_id: id }, by: user_id };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** What is stored about a person, as an archive (P-7.61, D-6.08). */
export function personalDataHandlers({ store, make }: Pick<FeatureParts, 'store'> & { make: MakeTask }) {
  return implement(personalDataApi, {
    async listArchives(asking) {
      const { db, now } = asking;
      const { person, by } = await requireAllowed(asking);
      const archives = await listArchives(db, person, by);
      return { data: archives.map((archive) => toArchive(archive, person.user_id, now)) };
    },

    async createArchive(asking) {
      const { body, actor, db, write, record, now, t, fail } = asking;
      const { person } = await requireAllowed(asking);
      const { school_id, user_id } = person;
      if (!(await isOwnPassword(db, actor, body.current_password, now)))
        refuseField('current_password', 'current_password', t('kernel:rules.current_password'));
      const trx = await write();
      await lockUser(trx, school_id, user_id);
      const asked = await listAskedSince(trx, person, new Date(now.getTime() - DAY_MS));
      if (asked.some((archive) => toArchive(archive, user_id, now).state === 'WAITING')) return fail('archive_running');
      const [oldest] = asked;
      if (oldest && asked.length >= ARCHIVES_A_DAY) {
        const retry_after = Math.ceil((Date.parse(oldest.created_at) + DAY_MS - now.getTime()) / 1000);
        return fail('too_many', { retry_after });
      }
      const end = new Date(now.getTime() + ARCHIVE_SECONDS * 1000);
      const archive = await addArchive(trx, person, { by: actor.user_id, now, end });
      await enqueue(trx, make, { school_id, id: archive.id });
      record({ entity: 'users', id: user_id });
      return { data: toArchive(archive, user_id, now) };
    },

    async getRetention({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: await getRetention(db, actor.school_id) };
    },

    async updateRetention({ params, body, actor, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const trx = await write();
      const before = await getRetention(trx, actor.school_id);
      await setRetention(trx, actor.school_id, body);
      record({ entity: 'schools', id: actor.school_id, before, after: body });
      return { data: body };
    },

    async downloadArchive(asking) {
      const { params, actor, db, now, fail } = asking;
      const { person, by } = await requireAllowed(asking);
      const archive = await findReady(db, person, { id: params.archive_id, by }, now);
      if (!archive) return fail('not_found');
      const name = toArchiveName(toLocal(new Date(archive.created_at), actor.time_zone).date);
      return new FileAnswer(await store.open(archive.file_uuid), {
        'content-type': 'application/zip',
        'content-length': String(archive.size),
        'content-disposition': toDisposition('attachment', name),
        'cache-control': 'private, no-store',
      });
    },
  });
}
