import { filesApi } from '@kreide/core/features/files';
import type { Kysely } from 'kysely';
import { FileAnswer } from '../../kernel/answers.ts';
import type { DB } from '../../kernel/database.generated.ts';
import { checkFileAddress, type FileStore, openFileAnswer, planFileAnswer } from '../../kernel/files/index.ts';
import { implement } from '../../kernel/implement.ts';
import { findFile } from './queries.ts';

export interface FilesParts {
  store: FileStore;
  key: Uint8Array;
  /** May everybody read this file now? An address for everybody ends with what it belongs to. */
  isPublicFile: (db: Kysely<DB>, file: { school_id: number; uuid: string }, now: Date) => Promise<boolean>;
}

export function filesHandlers({ store, key, isPublicFile }: FilesParts) {
  return implement(filesApi, {
    async get({ params, query, db, now, request, fail }) {
      const check = checkFileAddress(key, params, query, now);
      if (!check.ok) return fail('not_found');
      const file = await findFile(db, params.uuid);
      if (!file || file.name !== params.name) return fail('not_found');
      if (check.audience === 'public' && !(await isPublicFile(db, file, now))) return fail('not_found');
      const asked = {
        method: 'GET',
        range: request.header('range'),
        ifRange: request.header('if-range'),
        ifNoneMatch: request.header('if-none-match'),
      } as const;
      const answer = planFileAnswer(file, check, asked, now);
      return new FileAnswer(await openFileAnswer(store, file, answer), { ...answer.headers }, answer.status);
    },
  });
}
