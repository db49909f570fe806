import { randomUUID } from 'node:crypto';
import {
  SOURCES,
  type SourceKey,
  type timetableImportApi,
  UPLOAD_FILE_MAXIMUM,
} from '@kreide/core/features/timetable-import';
import { putUnowned } from '../../kernel/files/index.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import {
  acceptAttempt,
  checkProgramCredentials,
  clearAttempt,
  IDLE_SESSION_SECONDS,
  isOwnPassword,
  noteAppPasswordUse,
  renewUploadPassword,
} from '../auth/index.ts';
import { dutyOf, getSchool, setTimetableSource } from '../schools/index.ts';
import { listYears } from '../structure/index.ts';
import { findProfile } from '../users/index.ts';
import { prepareWorker } from './parse-in-worker.ts';
import type { TimetableImportParts } from './parts.ts';
import { refreshUpload } from './preview.ts';
import { forgetContent } from './queries/webuntis.ts';
import { findUpload, forgetHashes, getUpload, listUploads } from './queries.ts';
import { showOne } from './shown.ts';
import { toSource } from './sources.ts';
import { startUpload } from './start-upload.ts';
import type { StoredFile } from './stored.ts';

type Keys = 'getSource' | 'setSource' | 'createCredentials' | 'login' | 'syncSchool' | 'resetHashes' | 'reprocess';

type Known = (typeof SOURCES)[number];
const SOURCE_OF = Object.fromEntries(SOURCES.map((source) => [source.key, source])) as Record<SourceKey, Known>;

/** The source of a school, and programs that bring its plans by themselves. */
export function programHandlers({
  kysely,
  store,
  process,
  sessions,
}: TimetableImportParts): Pick<Handlers<typeof timetableImportApi>, Keys> {
  return {
    async getSource({ params, actor, db }) {
      return { data: (await toSource(db, actor.school_id))(SOURCE_OF[params.source_id]) };
    },

    async setSource({ params, body, actor, db, write, record, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const { source } = body;
      if (source !== null && !SOURCES.some(({ key, choosable }) => key === source && choosable)) {
        const values = SOURCES.flatMap(({ key, choosable }) => (choosable ? [key] : [])).join(', ');
        const message = t('kernel:rules.one_of', { field: 'source', values });
        return fail('invalid', { issues: [{ path: 'body.source', rule: 'one_of', message }] });
      }
      const before = (await getSchool(db, actor.school_id)).timetable_source;
      await setTimetableSource(await write(), actor.school_id, source);
      record({ entity: 'schools', id: actor.school_id, before: { source: before }, after: { source } });
      return { data: { source } };
    },

    async createCredentials({ params, body, actor, db, write, record, now, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      if (!(await isOwnPassword(db, actor, body.password, now))) {
        const message = t('kernel:rules.current_password');
        return fail('invalid', { issues: [{ path: 'body.password', rule: 'current_password', message }] });
      }
      const account = { school_id: actor.school_id, id: actor.user_id };
      const trx = await write();
      const profile = await findProfile(trx, actor);
      if (!profile) return fail('not_found');
      const password = await renewUploadPassword(trx, account, t('timetable-import:automatic.credentials'), now);
      record({ entity: 'users', id: actor.user_id });
      return { data: { slink: actor.slink, username: profile.username, password } };
    },

    async login({ body, db, write, record, now, request, fail }) {
      const given = { ...body, ip: request.ip, network: request.network, device: null };
      const { attempt, appPassword } = await checkProgramCredentials(db, given, now, 'upload');
      const { account } = attempt;
      if (appPassword === null) return fail('wrong_credentials');
      if (dutyOf(account, account.school, now) === 'due') {
        await clearAttempt(db, attempt);
        return fail('second_step_missing');
      }
      const { school_id, id } = account;
      const trx = await write();
      await acceptAttempt(trx, attempt, { keepsDevice: false }, now);
      await noteAppPasswordUse(trx, school_id, appPassword.id, now);
      record({ entity: 'users', id, by: { school_id, user_id: id }, after: { app_password: appPassword.name } });
      const access_token = await sessions.open(account, appPassword, request.user_agent);
      return { data: { access_token, expires_in: IDLE_SESSION_SECONDS.idle } };
    },

    async syncSchool({ actor, db, t, language }) {
      const { id, uuid, slink, name, time_zone, timetable_source } = await getSchool(db, actor.school_id);
      const [last] = await listUploads(db, actor.school_id);
      const years = await listYears(db, actor.school_id);
      return {
        data: {
          school: { id, uuid, slink, name, time_zone },
          source: timetable_source as SourceKey | null,
          school_years: years.map((year) => ({
            name: year.name,
            begins_at: year.begins_at,
            ends_at: year.ends_at,
            is_active: year.is_active,
          })),
          last_upload: last ? await showOne(db, actor, await refreshUpload(db, last), { t, language }) : null,
        },
      };
    },

    async resetHashes({ actor, write, record }) {
      const trx = await write();
      const count = await forgetHashes(trx, actor.school_id);
      await forgetContent(trx, actor.school_id);
      record({ entity: 'schools', id: actor.school_id, after: { count } });
      return { data: { count } };
    },

    async reprocess({ body, actor, db, write, record, now, t, language, fail }) {
      const row = await findUpload(db, actor.school_id, body.uuid);
      if (!row) return fail('not_found');
      if (!row.has_files || ['QUEUED', 'PROCESSING'].includes(row.state)) return fail('files_not_there');
      prepareWorker();
      const files: StoredFile[] = [];
      for (const file of row.files) {
        const file_uuid = randomUUID();
        const content = await store.open(file.file_uuid);
        await putUnowned(kysely, store, { uuid: file_uuid, content, maxBytes: UPLOAD_FILE_MAXIMUM, now });
        files.push({ ...file, file_uuid });
      }
      const trx = await write();
      const { by_program: _, ...options } = row.options;
      const id = await startUpload(trx, process, actor, { files, options, hash: null }, now);
      record({ entity: 'timetable_uploads', id, after: { of: row.number } });
      return { data: await showOne(trx, actor, await getUpload(trx, actor.school_id, id), { t, language }) };
    },
  };
}
