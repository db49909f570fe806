import { pause } from '@kreide/core/client';
import {
  type BulkRevertPreview,
  IMPORT_PAGE,
  type ImportLine,
  type ImportRun,
  userImportApi,
} from '@kreide/core/features/user-import';
import { ApiError, type ArgsOf, isAllowed } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, Failure } from '../failures.ts';
import { printJson } from '../output.ts';
import { createProgress } from '../progress.ts';
import { confirm } from '../prompt.ts';
import type { Connection } from '../session.ts';
import type { ExportFile } from '../timetable/export-files.ts';
import { type Entities, extractEntities, isAny, publishEntities, toEntities } from './entities.ts';
import { writeErrors } from './error-file.ts';
import { toDoubtful, toPlan, toRenumbered, toUndoPlan } from './report.ts';

/** Text fields of the upload, as in the contract. */
export type ImportFields = NonNullable<ArgsOf<typeof userImportApi.create>['body']>;

/** Decisions made by options. */
export interface ImportChoices {
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
  readonly archiveMissing: boolean;
  readonly manyMissing: boolean;
  /** Take over new ids where an office has given them anew. */
  readonly rekey: boolean;
  /** Add the classes and teachers of the list before its people are saved. */
  readonly addClasses: boolean;
  /** Classes that look like something else, or like another class, and are meant. */
  readonly acceptClasses: readonly string[];
  /** Where rejected rows are written. */
  readonly errors: string | null;
}

/** Pause between two polls of the state, ms. */
const ASK_EVERY = 300;
/** How often a plan is shown anew because somebody changed the school meanwhile. */
const LOOKS = 5;

const WORK: Partial<Record<ImportRun['state'], 'users.saving' | 'users.undoing'>> = {
  SAVING: 'users.saving',
  UNDOING: 'users.undoing',
};

/** Asks for a run, with a bar, until nothing works on it any more; nobody waits for a server that is not at it. */
async function follow(cli: Cli, ask: () => Promise<ImportRun | null>): Promise<ImportRun> {
  const progress = createProgress(cli);
  try {
    for (;;) {
      const run = await ask();
      if (!run) throw new Failure(cli.t('users.ended', { state: 'DISCARDED' }));
      if (!['QUEUED', 'PROCESSING', 'SAVING', 'UNDOING'].includes(run.state)) return run;
      if (isAllowed(run.can, 'resume'))
        throw new Failure(cli.t('users.stalled', { run: String(run.id) }), EXIT.failed, { code: 'stalled' });
      progress.show(cli.t(WORK[run.state] ?? 'users.reading'), run.progress / 100);
      await pause(ASK_EVERY, cli.signal);
    }
  } finally {
    progress.clear();
  }
}

/** Waits for the import that the school has begun. */
async function followImport(cli: Cli, { client, self }: Connection): Promise<ImportRun> {
  const params = { id: String((await self()).school_id) };
  return follow(cli, async () => (await client.call(userImportApi.status, { params }, { signal: cli.signal })).data);
}

/** Waits until a run of any kind is saved, or taken back. */
export async function followRun(cli: Cli, { client, self }: Connection, id: string): Promise<ImportRun> {
  const params = { id: String((await self()).school_id), bulkId: id };
  return follow(cli, async () => (await client.call(userImportApi.getBulk, { params }, { signal: cli.signal })).data);
}

/** Everybody in the plan but those who stay as they are. */
async function listChanged(cli: Cli, { client, self }: Connection): Promise<ImportLine[]> {
  const params = { id: String((await self()).school_id) };
  const lines: ImportLine[] = [];
  for (const kind of ['ambiguous', 'rejected', 'missing', 'new', 'changed'] as const) {
    for (let page = 1; ; page += 1) {
      const query = { kind, page: String(page) };
      const { data } = await client.call(userImportApi.search, { params, query }, { signal: cli.signal });
      // A row beyond the page says that there is another.
      lines.push(...data.slice(0, IMPORT_PAGE));
      if (data.length <= IMPORT_PAGE) break;
    }
  }
  return lines;
}

const toResult = (run: ImportRun, lines: readonly ImportLine[], entities: Entities | null = null) => ({
  run: run.id,
  state: run.state,
  counts: run.counts,
  roles: run.roles,
  new_classes: run.new_classes,
  doubtful_classes: run.doubtful_classes,
  many_missing: run.many_missing,
  renumbered: run.renumbered,
  preset: run.profile.preset,
  proposals: run.proposals,
  notes: run.notes,
  columns: run.columns,
  ...(entities && { entities }),
  people: lines,
});

/** One list from the file to the saved people: send, read, show, ask, save (D-3.04 to D-3.07). */
export async function importPeople(
  cli: Cli,
  connection: Connection,
  files: readonly ExportFile[],
  body: ImportFields,
  choices: ImportChoices,
): Promise<ExitCode> {
  const { t, terminal, signal } = cli;
  const { client, self } = connection;
  const { school_id, school } = await self();
  const params = { id: String(school_id) };
  await client.call(userImportApi.create, { params, body, files }, { signal });
  let run = await followImport(cli, connection);
  if (run.state !== 'READY')
    throw new Failure(run.error?.text ?? t('users.ended', { state: run.state }), EXIT.failed, {
      ...(run.error ? { code: run.error.code, file: run.error.file } : {}),
    });
  let isAsked = false;
  const entities = choices.addClasses ? await extractEntities(cli, connection) : null;
  let isAdded = false;
  for (let looks = 1; ; looks += 1) {
    if (run.renumbered && run.renumbered.taken < run.renumbered.people) {
      // A program that cannot be asked says it by --rekey.
      const asks = !choices.rekey && !choices.yes && !choices.dryRun && !isAsked;
      if (asks) terminal.err(toRenumbered(cli, run));
      if (choices.rekey || (asks && (await confirm(cli, t('users.rekeyQuestion')))))
        run = (await client.call(userImportApi.takeNewIds, { params, body: { is_taken: true } }, { signal })).data;
      isAsked = true;
    }
    const lines = await listChanged(cli, connection);
    cli.json.fields = toResult(run, lines, entities);
    const rejected = lines.filter(({ kind }) => kind === 'rejected');
    const { counts } = run;
    if (!choices.json || (!choices.yes && !choices.dryRun))
      (choices.json ? terminal.err : terminal.out)(
        toPlan(cli, run, lines) + (entities ? toEntities(cli, entities) : ''),
      );
    if (choices.errors !== null && rejected.length > 0) writeErrors(cli, run, rejected, choices.errors);
    const end = (ended: ImportRun): ExitCode => {
      if (choices.json) printJson(cli, { ...toResult(ended, lines, entities), error: null });
      return rejected.length > 0 ? EXIT.rejectedRows : EXIT.done;
    };
    const archived = choices.archiveMissing ? (counts?.missing ?? 0) : 0;
    const isEmpty = (counts?.new ?? 0) + (counts?.changed ?? 0) + archived === 0;
    if (choices.dryRun || isEmpty) {
      await client.call(userImportApi.discard, { params }, { signal });
      if (!choices.json) terminal.out(`\n${t(isEmpty ? 'users.nothing' : 'users.dryRunDone')}\n`);
      return end(run);
    }
    // Nobody says yes to classes unseen: they are named, or asked about one question earlier.
    const doubtful = run.doubtful_classes.filter((name) => !choices.acceptClasses.includes(name));
    if (doubtful.length > 0) {
      const isMeant = !choices.yes && (await confirm(cli, toDoubtful(cli, doubtful, 'users.doubtfulQuestion')));
      if (!isMeant) {
        await client.call(userImportApi.discard, { params }, { signal });
        throw new Failure(toDoubtful(cli, doubtful, 'users.doubtfulHow'), EXIT.failed, { code: 'doubtful_classes' });
      }
    }
    if (!choices.yes && !(await confirm(cli, t('users.question', { school: school.name })))) {
      await client.call(userImportApi.discard, { params }, { signal });
      throw new Failure(t('users.declined'), EXIT.failed, { code: 'declined' });
    }
    if (entities && isAny(entities) && !isAdded) {
      run = await publishEntities(cli, connection, entities, run.doubtful_classes);
      isAdded = true;
    }
    const wanted = {
      archive_missing: choices.archiveMissing,
      many_missing: choices.manyMissing,
      accept_classes: run.doubtful_classes,
    };
    try {
      await client.call(userImportApi.save, { params, body: { revision: run.revision ?? '', ...wanted } }, { signal });
    } catch (thrown) {
      // Somebody changed the school meanwhile: the same list is compared with it as it is now.
      if (!(thrown instanceof ApiError) || thrown.code !== 'people_changed' || looks === LOOKS) throw thrown;
      terminal.err(`${ApiError.from(thrown).message}\n`);
      run = await followImport(cli, connection);
      continue;
    }
    const saved = await followImport(cli, connection);
    if (!choices.json) terminal.out(`\n${t('users.saved', { run: String(saved.id) })}\n`);
    return end(saved);
  }
}

function tellUndone({ t, terminal }: Cli, { kept_count }: ImportRun): void {
  terminal.out(`${t('users.undone')}\n`);
  if (kept_count > 0) terminal.out(`${t('users.undoneButKept', { people: kept_count })}\n`);
}

/** Takes a saved import back, and waits for the end. */
export async function undoImport(cli: Cli, connection: Connection, run: string, isJson: boolean): Promise<ExitCode> {
  const params = { id: String((await connection.self()).school_id), bulkId: run };
  await connection.client.call(userImportApi.revertBulk, { params }, { signal: cli.signal });
  const undone = await followRun(cli, connection, run);
  if (isJson) printJson(cli, { ...toResult(undone, []), kept: undone.kept_count, error: null });
  else tellUndone(cli, undone);
  return EXIT.done;
}

/** Asks for what taking a run back would do, with a bar, until it is whole. */
async function followTrial(cli: Cli, ask: () => Promise<BulkRevertPreview>) {
  const progress = createProgress(cli);
  try {
    for (;;) {
      const { people, progress: share, is_stalled } = await ask();
      if (people !== null) return people;
      if (is_stalled === 1) throw new Failure(cli.t('users.trialStalled'), EXIT.failed, { code: 'stalled' });
      progress.show(cli.t('users.trying'), share / 100);
      await pause(ASK_EVERY, cli.signal);
    }
  } finally {
    progress.clear();
  }
}

/** What taking a saved import back would do, person by person, without doing it. */
export async function showUndo(cli: Cli, connection: Connection, run: string, isJson: boolean): Promise<ExitCode> {
  const { t, terminal, signal } = cli;
  const { client, self } = connection;
  const params = { id: String((await self()).school_id), bulkId: run };
  await client.call(userImportApi.tryRevertBulk, { params }, { signal });
  const people = await followTrial(cli, async () => {
    return (await client.call(userImportApi.previewRevertBulk, { params }, { signal })).data;
  });
  if (isJson) printJson(cli, { run: Number(run), people, error: null });
  else terminal.out(`${toUndoPlan(cli, people)}\n${t('schoolyear.dryRunDone')}\n`);
  return EXIT.done;
}

/** Goes on with saving, or taking back, where it stands still, and waits for the end. */
export async function resumeImport(cli: Cli, connection: Connection, run: string, isJson: boolean): Promise<ExitCode> {
  const { client, self } = connection;
  const params = { id: String((await self()).school_id), bulkId: run };
  await client.call(userImportApi.resumeBulk, { params }, { signal: cli.signal });
  const ended = await followRun(cli, connection, run);
  if (isJson) printJson(cli, { ...toResult(ended, []), error: null });
  else if (ended.state === 'UNDONE') tellUndone(cli, ended);
  else cli.terminal.out(`${cli.t('users.saved', { run })}\n`);
  return EXIT.done;
}
