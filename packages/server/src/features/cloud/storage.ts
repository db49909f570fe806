import { type cloudApi, STORAGE_PAGE, type Storage } from '@kreide/core/features/cloud';
import { sizeUnitOf, writeSize } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Quotas } from '../../kernel/config/config.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { countUsedBytes, lockPersonLimit, personMaximum, setPersonLimit } from '../files/index.ts';
import { refuseField } from './opening.ts';
import { listUse } from './queries/storage.ts';

type Api = typeof cloudApi;

/** The room of a school for files: how full it is, how much each person may have, and who has the most. */
export function storageHandlers({ quotas }: { quotas: Quotas }) {
  async function show(db: Kysely<DB>, actor: Actor): Promise<{ data: Storage }> {
    const { school: used, limit: person_limit } = await countUsedBytes(db, actor);
    return { data: { school: { used, maximum: quotas.school }, person_maximum: quotas.person, person_limit } };
  }

  return {
    getStorage: ({ db, actor }: HandlerContext<Api['getStorage']>) => show(db, actor),

    async setStorage({ body, actor, now, t, language, write, record }: HandlerContext<Api['setStorage']>) {
      const { person_limit } = body;
      const maximum = quotas.person;
      if (person_limit !== null && person_limit > maximum)
        refuseField(t, 'body.person_limit', 'limitMax', { maximum: writeSize(language, maximum, sizeUnitOf(maximum)) });
      const trx = await write();
      const before = await lockPersonLimit(trx, actor.school_id);
      await setPersonLimit(trx, actor.school_id, person_limit, now);
      record({
        entity: 'file_limits',
        id: actor.school_id,
        before: { person_bytes: before },
        after: { person_bytes: person_limit },
      });
      return show(trx, actor);
    },

    async listStorage({ query, actor, db }: HandlerContext<Api['listStorage']>) {
      const { page = 1, search } = query;
      const wanted = { search, offset: (page - 1) * STORAGE_PAGE, limit: STORAGE_PAGE + 1 };
      const rows = await listUse(db, actor.school_id, wanted);
      const { limit } = await countUsedBytes(db, actor, { hasSchool: false });
      const maximum = personMaximum(quotas, limit);
      const data = rows.map(({ used, files_count, ...person }) => ({
        ...person,
        used: Number(used),
        files_count: Number(files_count),
        maximum,
      }));
      return { data };
    },
  };
}
