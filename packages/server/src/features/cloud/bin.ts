import { CLOUD_BIN_PAGE, type cloudApi } from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { binCanOf, leftOf, openBinned, pathOf, toBinEntry } from './bin-showing.ts';
import { openCloud } from './opening.ts';
import { forgetForGood } from './prune.ts';
import { type BinRow, listBinned, listWith } from './queries/bin.ts';
import { lockCloud } from './queries/clouds.ts';
import type { CloudKey } from './queries/entries.ts';
import { restoreBinned } from './restoring.ts';
import type { EditingFor } from './wopi/editing.ts';

type Api = typeof cloudApi;

/** What the audit log keeps of what is gone for good: where it was. */
const toRecorded = ({ id, above, name }: BinRow) => ({
  entity: 'cloud_files' as const,
  id,
  before: { path: pathOf([...above, { name }]) },
  after: null,
});

/** Deletes for good what lies in the bin, with all that went there with it. */
async function purgeBinned(trx: Kysely<DB>, key: CloudKey, rows: readonly BinRow[], now: Date): Promise<void> {
  const binIds = rows.map(({ id }) => id);
  const tree = await listWith(trx, key, binIds);
  const ids = tree.map(({ id }) => id);
  await forgetForGood(trx, key.school_id, ids, now);
}

/** The bin of a cloud: what lies there, bringing it back, and deleting it for good. */
export function binHandlers(parts: { fileKey: Uint8Array; editingFor: EditingFor }) {
  return {
    async listBin(context: HandlerContext<Api['listBin']>) {
      const cloud = await openCloud(context, 'view');
      const offset = ((context.query.page ?? 1) - 1) * CLOUD_BIN_PAGE;
      const rows = await listBinned(context.db, cloud.key, { offset, limit: CLOUD_BIN_PAGE + 1 });
      return { data: rows.map((row) => toBinEntry(row, context, cloud)) };
    },

    restore: (context: HandlerContext<Api['restore']>) => restoreBinned(context, parts),

    async purge(context: HandlerContext<Api['purge']>): Promise<undefined> {
      const { body, now, write, record } = context;
      const cloud = await openCloud(context, 'view');
      const trx = await write();
      await lockCloud(trx, cloud.key);
      const rows = await openBinned({ ...context, db: trx }, cloud, body.files, 'purge');
      await purgeBinned(trx, cloud.key, rows, now);
      for (const row of rows) record(toRecorded(row));
    },

    async emptyBin(context: HandlerContext<Api['emptyBin']>): Promise<undefined> {
      const { now, write, record, fail } = context;
      const cloud = await openCloud(context, 'view');
      const trx = await write();
      await lockCloud(trx, cloud.key);
      const all = await listBinned(trx, cloud.key);
      const inside = { ...context, db: trx };
      const rows = all.filter((row) => isAllowed(binCanOf(row, leftOf(row), inside, cloud), 'purge'));
      if (rows.length === 0) return fail(all.length === 0 ? 'not_found' : 'forbidden');
      await purgeBinned(trx, cloud.key, rows, now);
      for (const row of rows) record(toRecorded(row));
    },
  };
}
