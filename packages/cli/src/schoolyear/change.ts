import {
  CHANGE_PAGE,
  type ChangeLine,
  type DoneChange,
  type YearChange,
  yearChangeApi,
} from '@kreide/core/features/year-change';
import { ApiError, writeMoment } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, Failure } from '../failures.ts';
import { printJson, toPlain } from '../output.ts';
import { confirm } from '../prompt.ts';
import type { Connection } from '../session.ts';
import { toChecks, toRevertPlan, toYearPlan } from './report.ts';

/** Decisions made by options. */
export interface ChangeChoices {
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** How often a plan is shown anew because somebody changed the school meanwhile. */
const LOOKS = 5;

const paramsOf = async ({ self }: Connection) => ({ id: String((await self()).school_id) });

/** Everybody of the plan, page by page. */
async function listPeople(cli: Cli, connection: Connection): Promise<ChangeLine[]> {
  const params = await paramsOf(connection);
  const people: ChangeLine[] = [];
  for (let page = 1; ; page += 1) {
    const args = { params, query: { page: String(page) } };
    const { data } = await connection.client.call(yearChangeApi.listPeople, args, { signal: cli.signal });
    // A row beyond the page says that there is another.
    people.push(...data.slice(0, CHANGE_PAGE));
    if (data.length <= CHANGE_PAGE) return people;
  }
}

const toResult = (change: YearChange, people: readonly ChangeLine[], done: DoneChange | null) => ({
  from: change.from?.name ?? null,
  to: change.to?.name ?? null,
  moves_on: change.moves_on,
  is_ready: change.can.apply === 1,
  checks: change.checks,
  counts: change.counts,
  grades: change.grades,
  new_grades: change.new_grades,
  archived_on: change.archived_on,
  people,
  change: done?.id ?? null,
  revert_until: done?.revert_until ?? null,
});

/** The change of the school year: shows everybody, asks and makes it; a dry run shows alone (D-3.10, T-2.101). */
export async function changeYear(cli: Cli, connection: Connection, choices: ChangeChoices): Promise<ExitCode> {
  const { t, terminal, signal } = cli;
  const { client } = connection;
  const params = await paramsOf(connection);
  for (let looks = 1; ; looks += 1) {
    const { data: change } = await client.call(yearChangeApi.get, { params }, { signal });
    const people = await listPeople(cli, connection);
    cli.json.fields = toResult(change, people, null);
    if (!choices.json || (!choices.yes && !choices.dryRun))
      (choices.json ? terminal.err : terminal.out)(
        toYearPlan(cli, change, people, { people: choices.dryRun ? 'all' : 'some' }),
      );
    if (choices.dryRun && change.can.apply === 1) {
      if (choices.json) printJson(cli, { ...toResult(change, people, null), error: null });
      else terminal.out(`\n${t('schoolyear.dryRunDone')}\n`);
      return EXIT.done;
    }
    if (change.can.apply !== 1)
      throw new Failure(`${t('schoolyear.notReady')}\n${toChecks(cli, change)}`.trimEnd(), EXIT.failed, {
        code: 'year_not_ready',
      });
    if (!choices.yes && !(await confirm(cli, t('schoolyear.changeQuestion', { name: change.to?.name ?? '' }))))
      throw new Failure(t('schoolyear.declined'), EXIT.failed, { code: 'declined' });
    try {
      const body = { revision: change.revision };
      const { data: done } = await client.call(yearChangeApi.apply, { body }, { signal });
      if (choices.json) printJson(cli, { ...toResult(change, people, done), error: null });
      else
        terminal.out(
          `\n${t('schoolyear.changed', { name: done.to })}\n${await toTerm(cli, connection, done, 'revertUntil')}\n`,
        );
      return EXIT.done;
    } catch (thrown) {
      // Somebody changed the school meanwhile: it is shown as it is now, and asked about again.
      if (!(thrown instanceof ApiError) || thrown.code !== 'people_changed' || looks === LOOKS) throw thrown;
      terminal.err(`${thrown.message}\n`);
    }
  }
}

/** The change as it would be made now, everybody in tables; ends with 1 while it cannot be made (D-3.10, T-2.100). */
export async function showYearPlan(cli: Cli, connection: Connection, { json }: { readonly json: boolean }) {
  const { t, terminal, signal } = cli;
  const params = await paramsOf(connection);
  const { data: change } = await connection.client.call(yearChangeApi.get, { params }, { signal });
  const people = await listPeople(cli, connection);
  const isReady = change.can.apply === 1;
  const message = isReady ? null : `${t('schoolyear.notReady')}\n${toChecks(cli, change)}`.trimEnd();
  const error = message === null ? null : { code: 'year_not_ready', message, file: null };
  if (json) printJson(cli, { ...toResult(change, people, null), error });
  else terminal.out(`${toYearPlan(cli, change, people, { people: 'tables' })}\n${t('schoolyear.dryRunDone')}\n`);
  return isReady ? EXIT.done : EXIT.failed;
}

/** Until when a change can be taken back, or could be, by the clock of the school. */
async function toTerm(
  { t, language }: Pick<Cli, 't' | 'language'>,
  { self }: Connection,
  { revert_until }: DoneChange,
  words: 'revertUntil' | 'revertOver',
): Promise<string> {
  const { time_zone } = (await self()).school;
  return t(`schoolyear.${words}`, { moment: writeMoment(language, new Date(revert_until), time_zone, 'medium') });
}

/** Takes the newest change back; a dry run tells whom it would move, or why it would be refused. */
export async function revertYear(cli: Cli, connection: Connection, choices: ChangeChoices): Promise<ExitCode> {
  const { t, terminal, signal } = cli;
  const { client } = connection;
  const params = await paramsOf(connection);
  const { last } = (await client.call(yearChangeApi.get, { params }, { signal })).data;
  if (last?.state !== 'APPLIED') throw new Failure(t('schoolyear.nothingToRevert'));
  if (last.can.revert !== 1)
    throw new Failure(await toTerm(cli, connection, last, 'revertOver'), EXIT.failed, { code: 'revert_over' });
  cli.json.fields = { change: last.id, revert_until: last.revert_until };
  if (choices.dryRun) return showRevert(cli, connection, last, choices);
  const names = { from: last.from, to: last.to };
  const question = `${await toTerm(cli, connection, last, 'revertUntil')}\n${t('schoolyear.revertQuestion', names)}`;
  if (!choices.yes && !(await confirm(cli, question)))
    throw new Failure(t('schoolyear.declined'), EXIT.failed, { code: 'declined' });
  const args = { params: { ...params, changeId: String(last.id) } };
  const { data } = await client.call(yearChangeApi.revert, args, { signal });
  if (choices.json)
    printJson(cli, {
      change: data.id,
      state: data.state,
      active: data.from,
      revert_until: data.revert_until,
      error: null,
    });
  else terminal.out(`${t('schoolyear.reverted', names)}\n`);
  return EXIT.done;
}

/** What taking a change back would do, without doing it; ends with 1 where it would be refused. */
async function showRevert(
  cli: Cli,
  connection: Connection,
  { id }: DoneChange,
  { json }: Pick<ChangeChoices, 'json'>,
): Promise<ExitCode> {
  const { t, terminal, signal } = cli;
  const params = { ...(await paramsOf(connection)), changeId: String(id) };
  const { data } = await connection.client.call(yearChangeApi.previewRevert, { params }, { signal });
  const { change, people, reasons } = data;
  const plan = { change: id, state: change.state, from: change.from, to: change.to, revert_until: change.revert_until };
  cli.json.fields = { ...plan, removed_classes: change.new_grades, people, reasons };
  if (reasons.length > 0)
    throw new Failure(
      [t('schoolyear.wouldNotRevert'), ...reasons.map(({ message }) => `  ${toPlain(message)}`)].join('\n'),
      EXIT.failed,
      { code: 'changed_since' },
    );
  if (json) printJson(cli, { ...cli.json.fields, error: null });
  else
    terminal.out(
      `${toRevertPlan(cli, data)}${await toTerm(cli, connection, change, 'revertUntil')}\n\n${t('schoolyear.dryRunDone')}\n`,
    );
  return EXIT.done;
}
