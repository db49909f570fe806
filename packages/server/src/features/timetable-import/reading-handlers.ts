import { fitsQuestion, type timetableImportApi, toUploadReading } from '@kreide/core/features/timetable-import';
import { toJsonText } from '../../kernel/data/json.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { prepareWorker } from './parse-in-worker.ts';
import type { TimetableImportParts } from './parts.ts';
import { findAsked, saveReading } from './queries/readings.ts';
import { findUpload, forgetHashes, getUpload, updateUpload } from './queries.ts';
import { showOne } from './shown.ts';
import { orderReading } from './start-upload.ts';
import { mayChooseReading } from './words.ts';

type Keys = 'getReading' | 'chooseReading';

/** Files that can be read in several ways, and what somebody says about them. */
export function readingHandlers({ process }: TimetableImportParts): Pick<Handlers<typeof timetableImportApi>, Keys> {
  return {
    async getReading({ params, actor, db, fail }) {
      const row = await findUpload(db, actor.school_id, params.uuid);
      if (!row) return fail('not_found');
      const asked = await findAsked(db, row);
      return { data: asked && toUploadReading(asked) };
    },

    async chooseReading({ params, body: { answer }, actor, db, write, record, t, language, fail }) {
      const row = await findUpload(db, actor.school_id, params.uuid);
      if (!row) return fail('not_found');
      const asked = mayChooseReading(row) ? await findAsked(db, row) : null;
      if (!asked) return fail('reading_not_asked');
      if (!fitsQuestion(asked.question, answer)) {
        const message = t('kernel:rules.unknown', { names: 'answer' });
        return fail('invalid', { issues: [{ path: 'body.answer', rule: 'unknown', message }] });
      }
      prepareWorker();
      const trx = await write();
      await saveReading(trx, actor.school_id, { make: asked.make, answer });
      // The same files give another plan now.
      await forgetHashes(trx, actor.school_id);
      const { reading: _, ...options } = row.options;
      const nothing = { counts: null, changes: null, error: null, parsed: null, rejected_count: 0 };
      const isOpen = await updateUpload(
        trx,
        row,
        {
          ...nothing,
          state: 'QUEUED',
          progress: 0,
          options: toJsonText(options),
          warnings: toJsonText([]),
          rejected: toJsonText([]),
        },
        [row.state],
      );
      if (!isOpen) return fail('upload_not_open');
      await orderReading(trx, process, { school_id: actor.school_id, upload_id: row.id });
      record({
        entity: 'timetable_uploads',
        id: row.id,
        before: { reading: asked.answer },
        after: { reading: answer },
      });
      return { data: await showOne(trx, actor, await getUpload(trx, actor.school_id, row.id), { t, language }) };
    },
  };
}
