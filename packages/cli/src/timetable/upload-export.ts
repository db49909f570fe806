import type { Upload } from '@kreide/core/features/timetable-import';
import { ApiError } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, Failure, toEnding } from '../failures.ts';
import { printJson } from '../output.ts';
import { confirm } from '../prompt.ts';
import type { Connection } from '../session.ts';
import { writeChanges } from './change-file.ts';
import type { ExportFile } from './export-files.ts';
import { toQuestion } from './reading.ts';
import { hasRejected, toChanges, toConcerns, toResult, UNREAD } from './report.ts';
import { discard, look, publish, readIn, type UploadFields } from './upload.ts';

/** Decisions made by options. */
export interface UploadChoices {
  /** Publish without asking. */
  yes: boolean;
  /** More than 20 percent of the lessons may be changed or removed. */
  replace: boolean;
  /** Show the changes and discard them. */
  dryRun: boolean;
  json: boolean;
  /** The file that the whole difference is written to. */
  changes: string | null;
}

/** How often an upload is compared again because somebody else published meanwhile. */
const LOOKS = 5;

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
): Promise<ExitCode> {
  const { t, terminal } = cli;
  cli.json.fields = { ...UNREAD };
  const upload = await readIn(cli, connection, files, fields, choices.dryRun);
  cli.json.fields = { ...toResult(upload) };
  if (upload.state === 'PUBLISHED') return finish(cli, upload, choices);
  if (upload.state !== 'READY') {
    terminal.err(toConcerns(cli, upload) + (await toQuestion(cli, connection, upload)));
    const ended = upload.error ?? t('upload.ended', { state: t(`state.${upload.state}`) });
    throw new Failure(ended, EXIT.failed, upload.failure ?? {});
  }
  try {
    return await decideAndPublish(cli, connection, upload, choices);
  } catch (thrown) {
    // Refused here or there: nobody can publish it any more.
    const isRefused = thrown instanceof Failure || (thrown instanceof ApiError && thrown.status === 409);
    if (isRefused && !cli.signal.aborted) await drop(cli, connection, upload);
    throw thrown;
  }
}

async function decideAndPublish(
  cli: Cli,
  connection: Connection,
  first: Upload,
  choices: UploadChoices,
): Promise<ExitCode> {
  const { t, terminal } = cli;
  let upload = first;
  for (let looks = 1; ; looks += 1) {
    cli.json.fields = { ...toResult(upload) };
    const isShown = !choices.json || (!choices.yes && !choices.dryRun);
    if (isShown) (choices.json ? terminal.err : terminal.out)(toChanges(cli, upload));
    if (isShown) terminal.err(toConcerns(cli, upload));
    if (choices.changes !== null) await writeChanges(cli, connection, upload, choices.changes);
    if (upload.changes?.is_empty || choices.dryRun) {
      const refusal = upload.changes?.is_empty ? null : foretell(cli, upload, choices);
      if (refusal) throw refusal;
      await discard(cli, connection, upload);
      if (!choices.json && choices.dryRun) terminal.out(`\n${t('upload.dryRunDone')}\n`);
      return finish(cli, upload, choices);
    }
    const replace = await decide(cli, (await connection.school()).name, upload, choices);
    cli.json.fields = { ...toResult(upload), published: null };
    try {
      const published = await publish(cli, connection, upload, replace);
      if (!choices.json) terminal.out(`\n${t('upload.published')}\n`);
      return finish(cli, published, choices);
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.status > 0 && thrown.status < 500)
        cli.json.fields = { ...toResult(upload) };
      // Somebody published meanwhile: the same files are compared with the plan that is in force now.
      if (!(thrown instanceof ApiError) || thrown.code !== 'preview_outdated' || looks === LOOKS) throw thrown;
      terminal.err(`${t('upload.superseded')}\n`);
      upload = await look(cli, connection, upload);
    }
  }
}

function finish(cli: Cli, upload: Upload, { json }: UploadChoices): ExitCode {
  if (json) printJson(cli, { ...toResult(upload), error: null });
  return hasRejected(upload) ? EXIT.rejectedRows : EXIT.done;
}

/** Why publishing would be refused; null when it would not. */
function foretell({ t }: Cli, upload: Upload, { replace }: UploadChoices): Failure | null {
  if (upload.can.publish === 0) return new Failure(t('upload.mayNotPublish'), EXIT.failed, { code: 'forbidden' });
  if (!upload.changes?.needs_replace || replace) return null;
  return new Failure(`${toNumbers({ t }, upload)}\n${t('upload.howToReplace')}`, EXIT.failed, {
    code: 'needs_replace',
  });
}

function toNumbers({ t }: Pick<Cli, 't'>, { changes }: Upload): string {
  const changed = (changes?.lessons.changed ?? 0) + (changes?.lessons.removed ?? 0);
  return t('upload.needsReplace', { changed, total: changes?.replaceable ?? 0 });
}

/** Asks whether it should be published; answers whether much may go. Throws when it should not. */
async function decide(cli: Cli, school: string, upload: Upload, choices: UploadChoices): Promise<boolean> {
  const { t, terminal } = cli;
  const { yes, replace } = choices;
  const refusal = foretell(cli, upload, choices);
  const isAsked = refusal?.code === 'needs_replace' && !yes && terminal.isInteractive;
  if (refusal && !isAsked) throw refusal;
  if (yes) return replace;
  const question = isAsked ? t('upload.replaceQuestion') : t('upload.question', { school });
  terminal.err(isAsked ? `\n${toNumbers(cli, upload)}\n` : '\n');
  if (!(await confirm(cli, question))) throw new Failure(t('upload.declined'), EXIT.failed, { code: 'declined' });
  return replace || isAsked;
}

/** Discards an upload that nobody will publish. */
async function drop(cli: Cli, connection: Connection, upload: Upload): Promise<void> {
  await discard(cli, connection, upload).catch((second: unknown) => {
    cli.terminal.err(`${toEnding(second, cli.address, cli.t).text}\n`);
  });
}
