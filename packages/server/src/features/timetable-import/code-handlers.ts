import type { timetableImportApi } from '@kreide/core/features/timetable-import';
import type { Handlers } from '../../kernel/http/implement.ts';
import { forgetExternalKeys, lockYear, markYearsChanged } from '../structure/index.ts';
import { toCodes } from './plan/codes.ts';
import { compareUpload, refreshUpload } from './preview.ts';
import { listChoices, saveChoices } from './queries/choices.ts';
import { findUpload, getUpload } from './queries.ts';
import { showOne } from './shown.ts';

type Keys = 'listCodes' | 'chooseCodes';

/** Codes of a file that the school does not have, and what somebody says about them. */
export function codeHandlers(): Pick<Handlers<typeof timetableImportApi>, Keys> {
  return {
    async listCodes({ params, actor, db, fail }) {
      const row = await findUpload(db, actor.school_id, params.uuid);
      if (!row) return fail('not_found');
      const preview = await compareUpload(db, row);
      return preview ? { data: toCodes(preview.state, preview.change.masters) } : fail('upload_not_open');
    },

    async chooseCodes({ params, body, actor, db, write, record, t, language, fail }) {
      const row = await findUpload(db, actor.school_id, params.uuid);
      if (!row) return fail('not_found');
      const preview = await compareUpload(db, row);
      if (!preview || row.source === null || row.school_year_id === null) return fail('upload_not_open');
      const { codes, records } = toCodes(preview.state, preview.change.masters);
      const isAsked = new Set(codes.map(({ entity, external_key }) => `${entity} ${external_key}`));
      const isOurs = new Set(records.map(({ entity, id }) => `${entity} ${id}`));
      const wrong = body.choices.flatMap(({ entity, external_key, entity_id }, at) => [
        ...(isAsked.has(`${entity} ${external_key}`) ? [] : [`body.choices.${at}.external_key`]),
        ...(entity_id === null || isOurs.has(`${entity} ${entity_id}`) ? [] : [`body.choices.${at}.entity_id`]),
      ]);
      if (wrong.length > 0)
        return fail('invalid', {
          issues: wrong.map((path) => ({ path, rule: 'unknown', message: t('kernel:rules.unknown', { names: path }) })),
        });
      // The last one counts where a code is named twice.
      const choices = [...new Map(body.choices.map((one) => [`${one.entity} ${one.external_key}`, one])).values()];
      const of = { school_id: actor.school_id, source: row.source };
      const trx = await write();
      await lockYear(trx, actor.school_id, row.school_year_id);
      const before = await listChoices(trx, actor.school_id, row.source);
      await saveChoices(trx, of, choices);
      // What was read under another choice is not known by it any more.
      await forgetExternalKeys(trx, of, choices);
      await markYearsChanged(trx, actor.school_id);
      record({ entity: 'timetable_uploads', id: row.id, before: { choices: before }, after: { choices } });
      const changed = await refreshUpload(trx, await getUpload(trx, actor.school_id, row.id));
      return { data: await showOne(trx, actor, changed, { t, language }) };
    },
  };
}
