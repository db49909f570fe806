import { filesApi } from '@kreide/core/features/files';
import { checkFileAddress, type FileStore, openFileAnswer, planFileAnswer } from '../../kernel/files/index.ts';
import { FileAnswer } from '../../kernel/http/answers.ts';
import { implement } from '../../kernel/http/implement.ts';
import { mayRead, ownerOf, type Reading } from './owners.ts';
import { findFile } from './queries.ts';

export interface FilesParts extends Reading {
  store: FileStore;
  key: Uint8Array;
}

export function filesHandlers({ store, key, ...reading }: FilesParts) {
  return implement(filesApi, {
    async get({ params, query, db, now, request, fail }) {
      const check = checkFileAddress(key, params, query, now);
      if (!check.ok) return fail('not_found');
      const file = await findFile(db, params.uuid);
      if (!file || file.name !== params.name) return fail('not_found');
      if (!(await mayRead(db, file, check.audience, reading, now))) return fail('not_found');
      const asked = {
        method: 'GET',
        range: request.header('range'),
        ifRange: request.header('if-range'),
        ifNoneMatch: request.header('if-none-match'),
      } as const;
      const answer = planFileAnswer(file, check, asked, now);
      if (answer.range !== null && request.method === 'GET') {
        const { start, end } = answer.range;
        const part = { bytes: end - start + 1, isBeginning: start === 0 };
        await ownerOf(file, reading.owners)?.sent?.(db, file, part);
      }
      return new FileAnswer(await openFileAnswer(store, file, answer), { ...answer.headers }, answer.status);
    },
  });
}
