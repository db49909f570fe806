import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { toGeneratedPerson, type userImportApi } from '@kreide/core/features/user-import';
import { ApiError, toLocal } from '@kreide/core/kernel';
import { toJsonText } from '../../../kernel/data/json.ts';
import { toDisposition } from '../../../kernel/files/index.ts';
import { FileAnswer } from '../../../kernel/http/answers.ts';
import type { Actor } from '../../../kernel/http/context.ts';
import type { Handlers } from '../../../kernel/http/implement.ts';
import { parseProfile } from '../profile.ts';
import { createRun, findRun, getRun, replaceLines } from '../queries.ts';
import { readInWorker } from '../read/read-in-worker.ts';
import { orderSaving } from '../resume.ts';
import type { saveTask } from '../save.ts';
import { toRun } from '../words.ts';
import { collectLetters, type LetterParts, type Letters } from './collect-letters.ts';
import { GENERATED_SOURCE, planGenerated } from './plan-generated.ts';

const TYPES = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** The writers of PDFs and workbooks are loaded when somebody wants the first one. */
async function writeFile(letters: Letters, format: keyof typeof TYPES): Promise<Readable> {
  if (format === 'pdf') return (await import('./letter-pdf.ts')).writeLetters(letters);
  return (await import('./letter-sheet.ts')).writeSheet(letters);
}

/** The letters as a file to be saved, which nobody else keeps. */
export async function answerLetters(letters: Letters, format: keyof typeof TYPES, name: string): Promise<FileAnswer> {
  return new FileAnswer(await writeFile(letters, format), {
    'content-type': TYPES[format],
    'content-disposition': toDisposition('attachment', `${letters.school.slink}-${name}.${format}`),
    'cache-control': 'private, no-store',
  });
}

/** Accounts and letters for a list of people (P-7.85, P-7.87). */
export function generateHandlers(
  parts: LetterParts & { readonly save: ReturnType<typeof saveTask> },
): Pick<Handlers<typeof userImportApi>, 'readUsers' | 'makeUsers' | 'downloadUsers' | 'listLetters'> {
  const requireOwn = (params: { id: number }, actor: Actor) => {
    if (params.id !== actor.school_id) throw new ApiError({ code: 'not_found' });
  };
  return {
    async readUsers({ params, files, body, actor, now, t, fail }) {
      requireOwn(params, actor);
      const refuse = (rule: string, message: string) => fail('invalid', { issues: [{ path: 'files', rule, message }] });
      if (files.length === 0) return refuse('required', t('kernel:rules.required', { field: 'files' }));
      const answer = await readInWorker({
        files: await Promise.all(files.map(async ({ name, path }) => ({ name, bytes: await readFile(path) }))),
        profile: parseProfile(body, t),
        today: toLocal(now, actor.time_zone).date,
      });
      if (!answer.ok) return refuse(answer.reason, t(`user-import:unreadable.${answer.reason}`, answer.params));
      const { people, rejected, notes } = answer.records;
      return {
        data: {
          people: people.map(toGeneratedPerson),
          rejected: rejected.map(({ reason, file, sheet, line, column, value }) => ({
            file,
            sheet,
            line,
            column,
            value,
            text: t(`user-import:reasons.${reason}`),
          })),
          notes: notes.map(({ code, params: values }) => t(`user-import:notes.${code}`, values)),
        },
      };
    },

    async makeUsers({ params, body, actor, db, write, record, now, t }) {
      requireOwn(params, actor);
      const { school_id, user_id } = actor;
      const { people, language, days = null, dry_run } = body;
      const { outcomes, overview, lines } = await planGenerated(db, school_id, people, now);
      if (dry_run || lines.length === 0) return { data: { run: null, people: outcomes } };
      const trx = await write();
      const id = await createRun(trx, {
        school_id,
        kind: 'generated',
        state: 'SAVING',
        source: GENERATED_SOURCE,
        overview: toJsonText(overview),
        letters: toJsonText({ language, days }),
        created_by: user_id,
        created_at: now.toISOString(),
      });
      const run = await getRun(trx, { school_id, id });
      await replaceLines(trx, run, lines);
      const { new: made, unchanged: waiting } = overview.counts;
      record({ entity: 'user_imports', id, after: { new: made, waiting } });
      await orderSaving(trx, parts.save, run);
      return { data: { run: toRun(run, t, null, { made: 0, open: 0 }), people: outcomes } };
    },

    async listLetters({ params, query, actor, db, now, fail }) {
      requireOwn(params, actor);
      const run = await findRun(db, { school_id: actor.school_id, id: params.bulkId });
      if (run?.kind !== 'generated' || run.saved_at === null) return fail('not_found');
      const { people } = await collectLetters(db, parts, run, { now, wanted: query });
      return {
        data: people.map(({ lastname, firstname, type, grade, language }) => ({
          lastname,
          firstname,
          type,
          class: grade,
          language,
        })),
      };
    },

    async downloadUsers({ params, query, actor, db, write, record, now, fail }) {
      requireOwn(params, actor);
      const run = await findRun(db, { school_id: actor.school_id, id: query.bulk_id });
      if (run?.kind !== 'generated' || run.saved_at === null) return fail('not_found');
      const { bulk_id: _, format, ...wanted } = query;
      const letters = await collectLetters(db, parts, run, { now, wanted });
      if (letters.people.length === 0) return fail('no_open_code');
      await write();
      record({ entity: 'user_imports', id: run.id, after: { format, codes: letters.people.length } });
      return answerLetters(letters, format, `${toLocal(now, actor.time_zone).date}-${run.id}`);
    },
  };
}
