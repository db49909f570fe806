import type { cloudApi } from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import type { HandlerContext } from '../../../kernel/http/context.ts';
import { openCloud } from '../opening.ts';
import { lockCloud } from '../queries/clouds.ts';
import { setCollaborative } from '../queries/editing.ts';
import { findEntry } from '../queries/entries.ts';
import { entryCanOf, toCloudFile } from '../showing.ts';
import type { EditingParts } from './editing.ts';

type Api = typeof cloudApi;

/** Online editing in the app: how it stands, and who edits a document. */
export function editingHandlers({ fileKey, office, editingFor }: EditingParts & { fileKey: Uint8Array }) {
  return {
    async getOffice(_context: HandlerContext<Api['getOffice']>) {
      if (office === null) return { data: { host: null, problem: 'absent' as const, extensions: [] } };
      const { problem, extensions } = await office.look();
      return { data: { host: office.host, problem, extensions: [...extensions] } };
    },

    async change(context: HandlerContext<Api['change']>) {
      const { params, body, actor, language, now, write, record, fail } = context;
      const cloud = await openCloud(context, 'view');
      const editing = await editingFor(language);
      const trx = await write();
      await lockCloud(trx, cloud.key);
      const ref = typeof params.uuid === 'number' ? { id: params.uuid } : { uuid: params.uuid };
      const row = (await findEntry(trx, cloud.key, ref)) ?? fail('not_found');
      const can = entryCanOf(row, { actor, ...cloud, now, editing: { edits: () => true, addressOf: () => null } });
      if (!isAllowed(can, 'change-collaboration')) return fail('forbidden');
      // Who may say it is told that there is nothing to edit it with.
      if (editing?.edits(row.extension) !== true) return fail('office_away');
      await setCollaborative(trx, cloud.key, row.id, body.is_collaborative, now);
      const after = (await findEntry(trx, cloud.key, { id: row.id })) ?? fail('not_found');
      const said = ({ is_collaborative }: typeof row) => ({ is_collaborative });
      record({ entity: 'cloud_files', id: row.id, before: said(row), after: said(after) });
      return { data: toCloudFile(after, { actor, ...cloud, fileKey, now, editing }) };
    },
  };
}
