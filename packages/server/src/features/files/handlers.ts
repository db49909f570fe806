import { filesApi } from '@kreide/core/features/files';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import {
  checkFileAddress,
  type FileAudience,
  type FileStore,
  openFileAnswer,
  planFileAnswer,
} from '../../kernel/files/index.ts';
import { FileAnswer } from '../../kernel/http/answers.ts';
import { implement } from '../../kernel/http/implement.ts';
import { findFile } from './queries.ts';

/** A file that is asked for. */
export type AskedFile = NonNullable<Awaited<ReturnType<typeof findFile>>>;

export interface FilesParts {
  store: FileStore;
  key: Uint8Array;
  /** May everybody read this file now? An address for everybody ends with what it belongs to. */
  isPublicFile: (db: Kysely<DB>, file: { school_id: number; uuid: string }, now: Date) => Promise<boolean>;
  /** May a person read this file now, whose address they were given earlier? Somebody who has left may not. */
  mayRead: (db: Kysely<DB>, file: AskedFile, userId: number, now: Date) => Promise<boolean>;
}

/** The person whose own address it is. */
const readerOf = (audience: FileAudience) => (audience.startsWith('user:') ? Number(audience.slice(5)) : null);

export function filesHandlers({ store, key, isPublicFile, mayRead }: FilesParts) {
  return implement(filesApi, {
    async get({ params, query, db, now, request, fail }) {
      const check = checkFileAddress(key, params, query, now);
      if (!check.ok) return fail('not_found');
      const file = await findFile(db, params.uuid);
      if (!file || file.name !== params.name) return fail('not_found');
      if (check.audience === 'public' && !(await isPublicFile(db, file, now))) return fail('not_found');
      const reader = readerOf(check.audience);
      // What is still being written is for who writes it.
      if (!file.is_kept && (reader === null || reader !== file.created_by)) return fail('not_found');
      if (reader !== null && !(await mayRead(db, file, reader, now))) return fail('not_found');
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
