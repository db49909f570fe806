import {
  BULKS_PAGE,
  generateApi,
  type ImportRun,
  type LetterFilter,
  type OpenLetter,
  userImportApi,
} from '@kreide/core/features/user-import';
import { ApiError, writeMoment } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, Failure } from '../failures.ts';
import { printJson, toPlain, toTable } from '../output.ts';
import type { Connection } from '../session.ts';
import { type LetterPaths, writeLetterFiles } from './letter-files.ts';

/** Decisions made by options. */
export interface LetterChoices extends LetterPaths {
  readonly wanted: LetterFilter;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Most people who are named before the letters are written. */
const SHOWN = 25;

const toListed = ({ id, state, created_at, saved_at, letters }: ImportRun) => ({
  run: id,
  state,
  created_at,
  saved_at,
  made: letters?.made ?? 0,
  open: letters?.open ?? 0,
});

/** The lists for which letters were made, newest first. */
export async function listLetterRuns(
  cli: Cli,
  { client, self }: Connection,
  page: string,
  isJson: boolean,
): Promise<ExitCode> {
  const { t, terminal, language } = cli;
  const { school_id, school } = await self();
  const args = { params: { id: String(school_id) }, query: { page, kind: 'generated' as const } };
  const { data } = await client.call(userImportApi.listBulks, args, { signal: cli.signal });
  // A row beyond the page says that there is another.
  const runs = data.slice(0, BULKS_PAGE).map(toListed);
  if (isJson) printJson(cli, { runs, has_more: data.length > BULKS_PAGE, error: null });
  else if (runs.length === 0) terminal.err(`${t('letters.none')}\n`);
  else
    terminal.out(
      toTable(
        [
          { title: t('status.number'), align: 'right' },
          { title: t('letters.when') },
          { title: t('status.state') },
          { title: t('letters.made'), align: 'right' },
          { title: t('letters.open'), align: 'right' },
        ],
        runs.map(({ run, state, created_at, made, open }) => [
          String(run),
          writeMoment(language, new Date(created_at), school.time_zone, 'medium'),
          t(`letters.states.${state === 'SAVED' || state === 'UNDOING' || state === 'UNDONE' ? state : 'SAVING'}`),
          t('report.number', { number: made }),
          t('report.number', { number: open }),
        ]),
      ),
    );
  return EXIT.done;
}

/** For whom letters are written, by class. */
function toReport({ t }: Cli, people: readonly OpenLetter[]): string {
  const named = people
    .slice(0, SHOWN)
    .map(({ lastname, firstname, class: grade, type, language }) =>
      [`${lastname}, ${firstname}`, grade ?? t(`users.roles.${type}`), language].join(' · '),
    );
  const rest = people.length - named.length;
  return [
    t('users.generated', { count: people.length }),
    ...named.map((line) => `  ${toPlain(line)}`),
    ...(rest > 0 ? [`  ${t('report.more', { count: rest })}`] : []),
    '',
  ].join('\n');
}

/** The letters of a list once more: for whom, then the files (D-3.11). */
export async function downloadLetters(
  cli: Cli,
  connection: Connection,
  run: number,
  { wanted, dryRun, json, ...paths }: LetterChoices,
): Promise<ExitCode> {
  const { t, terminal, signal } = cli;
  const params = { id: String((await connection.self()).school_id), bulkId: String(run) };
  const args = { params, query: wanted };
  const { data: people } = await connection.client
    .call(generateApi.listLetters, args, { signal })
    .catch((thrown: unknown) => {
      if (!(thrown instanceof ApiError) || thrown.code !== 'not_found') throw thrown;
      throw new Failure(t('letters.unknown', { run: String(run) }), EXIT.failed, { code: 'not_found' });
    });
  if (!json) terminal.out(toReport(cli, people));
  const result = { run, people, ...(dryRun ? { letters: null, table: null } : paths) };
  cli.json.fields = { ...result, letters: null, table: null };
  if (people.length === 0) throw new Failure(t('letters.noneOpen'), EXIT.failed, { code: 'empty' });
  if (!dryRun) await writeLetterFiles(cli, connection, run, paths, wanted);
  if (json) printJson(cli, { ...result, error: null });
  else if (dryRun) terminal.out(`\n${t('letters.dryRunDone')}\n`);
  return EXIT.done;
}
