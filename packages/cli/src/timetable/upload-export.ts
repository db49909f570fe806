import type { Upload } from '@kreide/core/features/timetable-import';
import { ApiError } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, Failure, toEnding } from '../failures.ts';
import { printJson } from '../output.ts';
import { confirm } from '../prompt.ts';
import type { Connection } from '../session.ts';
import type { ExportFile } from './export-files.ts';
import { hasRejected, toChanges, toConcerns, toResult, type UploadResult } from './report.ts';
import { discard, publish, readIn, type UploadFields } from './upload.ts';

/** Decisions made by options. */
export interface UploadChoices {
  /** Publish without asking. */
  yes: boolean;
  /** More than 20 percent of the lessons may be removed. */
  replace: boolean;
  /** Show the changes and discard them. */
  dryRun: boolean;
  json: boolean;
}

/** How far an upload came, for the report when it fails. */
export interface UploadCourse {
  isPrinted: boolean;
  isPublishing: boolean;
}

/**
 * One export from the files to the published plan: send, read, show, ask, publish. Prints the result; the exit code
 * says whether rows were rejected (D-3.03, D-3.08).
 */
export async function uploadExport(
  cli: Cli,
  connection: Connection,
  files: readonly ExportFile[],
  fields: UploadFields,
  choices: UploadChoices,
  course: UploadCourse = { isPrinted: false, isPublishing: false },
): Promise<ExitCode> {
  try {
    return await once(cli, connection, files, fields, choices, course);
  } catch (thrown) {
    // Somebody published meanwhile: compare the same files with the new plan.
    if (!(thrown instanceof ApiError) || thrown.code !== 'superseded') throw thrown;
    cli.terminal.err(`${cli.t('upload.superseded')}\n`);
    course.isPublishing = false;
    return once(cli, connection, files, fields, choices, course);
  }
}

/** The object of `--json` for an upload that failed before it had a result (D-3.03). */
export function toUnread({ isPublishing }: UploadCourse): UploadResult {
  const nothing = { source: null, school_year: null, counts: null, changes: null, warnings: [], rejected: [] };
  return { ...nothing, published: isPublishing ? null : false };
}

async function once(
  cli: Cli,
  connection: Connection,
  files: readonly ExportFile[],
  fields: UploadFields,
  choices: UploadChoices,
  course: UploadCourse,
): Promise<ExitCode> {
  const { t, terminal } = cli;
  const upload = await readIn(cli, connection, files, fields);
  const end = (final: Upload, failure: string | null): ExitCode => {
    if (choices.json) printJson(cli, toResult(final));
    course.isPrinted = true;
    if (failure !== null) throw new Failure(failure);
    return hasRejected(final) ? EXIT.rejectedRows : EXIT.done;
  };
  if (upload.state === 'PUBLISHED') return end(upload, null);
  if (upload.state !== 'READY') {
    terminal.err(toConcerns(cli, upload));
    return end(upload, upload.error ?? t('upload.ended', { state: t(`state.${upload.state}`) }));
  }
  const isShown = !choices.json || (!choices.yes && !choices.dryRun);
  if (isShown) (choices.json ? terminal.err : terminal.out)(toChanges(cli, upload));
  if (isShown) terminal.err(toConcerns(cli, upload));

  if (choices.dryRun) {
    await discard(cli, connection, upload);
    if (!choices.json) terminal.out(`\n${t('upload.dryRunDone')}\n`);
    return end(upload, null);
  }
  const verdict = await decide(cli, (await connection.self()).school.name, upload, choices);
  if (verdict.refused !== null) {
    await discard(cli, connection, upload);
    return end(upload, verdict.refused);
  }
  course.isPublishing = true;
  const published = await publishOrDrop(cli, connection, upload, verdict.replace);
  if (!choices.json) terminal.out(`\n${t('upload.published')}\n`);
  return end(published, null);
}

/** Should it be published? `refused` says why not. */
async function decide(
  cli: Cli,
  school: string,
  upload: Upload,
  { yes, replace }: UploadChoices,
): Promise<{ refused: string | null; replace: boolean }> {
  const { t } = cli;
  if (upload.changes?.needs_replace && !replace) {
    const removed = upload.changes.lessons.removed;
    const numbers = t('upload.needsReplace', { count: removed, kept: upload.counts?.lessons ?? 0 });
    if (yes || !cli.terminal.isInteractive) return { refused: `${numbers}\n${t('upload.howToReplace')}`, replace };
    cli.terminal.err(`\n${numbers}\n`);
    const isMeant = await confirm(cli, t('upload.replaceQuestion', { count: removed }));
    return { refused: isMeant ? null : t('upload.declined'), replace: isMeant };
  }
  if (yes) return { refused: null, replace };
  cli.terminal.err('\n');
  return { refused: (await confirm(cli, t('upload.question', { school }))) ? null : t('upload.declined'), replace };
}

/** Discards an upload that can no longer be published. */
async function publishOrDrop(cli: Cli, connection: Connection, upload: Upload, replace: boolean): Promise<Upload> {
  try {
    return await publish(cli, connection, upload, replace);
  } catch (thrown) {
    const error = ApiError.from(thrown);
    if (error.code === 'superseded' || error.code === 'needs_replace')
      await discard(cli, connection, upload).catch((second: unknown) => {
        cli.terminal.err(`${toEnding(second, cli.address, cli.t).text}\n`);
      });
    throw thrown;
  }
}
