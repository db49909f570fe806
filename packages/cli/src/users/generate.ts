import {
  type GeneratedOutcome,
  generateApi,
  type ImportRun,
  OUTCOMES,
  PEOPLE_AT_ONCE,
} from '@kreide/core/features/user-import';
import type { Language } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, Failure } from '../failures.ts';
import { printJson, toPlain } from '../output.ts';
import { confirm } from '../prompt.ts';
import type { Connection } from '../session.ts';
import type { ExportFile } from '../timetable/export-files.ts';
import { followRun, type ImportFields } from './import.ts';
import { type LetterPaths, writeLetterFiles } from './letter-files.ts';

/** Decisions made by options. */
export interface GenerateChoices extends LetterPaths {
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
  readonly language: Language;
}

/** Most people of an outcome who are shown. */
const SHOWN = 25;

/** What becomes of everybody, in words. */
function toReport({ t }: Cli, people: readonly GeneratedOutcome[]): string {
  let text = '';
  for (const outcome of OUTCOMES) {
    const of = people.filter((person) => person.outcome === outcome);
    if (of.length === 0) continue;
    text += `${t(`users.outcomes.${outcome}`)}: ${t('report.number', { number: of.length })}\n`;
    text += of
      .slice(0, SHOWN)
      .map((person) => `  ${toPlain([person.name, person.class].filter(Boolean).join(' · '))}\n`)
      .join('');
    if (of.length > SHOWN) text += `  ${t('report.more', { count: of.length - SHOWN })}\n`;
  }
  return text;
}

/** Accounts and letters for the people of lists: read, show, ask, make, write the files (D-3.11). */
export async function generateUsers(
  cli: Cli,
  connection: Connection,
  files: readonly ExportFile[],
  body: ImportFields,
  choices: GenerateChoices,
): Promise<ExitCode> {
  const { t, terminal, signal } = cli;
  const { client, self } = connection;
  const { school_id, school } = await self();
  const params = { id: String(school_id) };
  const { data: list } = await client.call(generateApi.readUsers, { params, body, files }, { signal });
  const { people, rejected, notes } = list;
  const say = choices.json ? terminal.err : terminal.out;
  for (const note of notes) say(`! ${toPlain(note)}\n`);
  for (const { line, text } of rejected) say(`! ${toPlain(`${t('users.line', { line })}: ${text}`)}\n`);
  const ended = rejected.length > 0 ? EXIT.rejectedRows : EXIT.done;
  if (people.length === 0) throw new Failure(t('users.nothing'), EXIT.failed, { code: 'empty' });
  if (people.length > PEOPLE_AT_ONCE)
    throw new Failure(t('users.tooMany', { count: PEOPLE_AT_ONCE }), EXIT.failed, { code: 'too_many' });

  const { language } = choices;
  const draft = { people, language };
  const plan = await client.call(generateApi.makeUsers, { params, body: { ...draft, dry_run: true } }, { signal });
  let outcomes = plan.data.people;
  const result = (run: ImportRun | null) => ({
    run: run?.id ?? null,
    state: run?.state ?? null,
    codes: run?.letters?.made ?? 0,
    letters: run ? choices.letters : null,
    table: run ? choices.table : null,
    people: outcomes,
    rejected,
    notes,
  });
  cli.json.fields = result(null);
  if (!choices.json || (!choices.yes && !choices.dryRun)) say(toReport(cli, outcomes));
  const isEmpty = !outcomes.some(({ outcome }) => outcome === 'new' || outcome === 'waiting');
  if (choices.dryRun || isEmpty) {
    if (choices.json) printJson(cli, { ...result(null), error: null });
    else terminal.out(`\n${t(isEmpty ? 'users.nothing' : 'users.dryRunDone')}\n`);
    return ended;
  }
  if (!choices.yes && !(await confirm(cli, t('users.question', { school: school.name }))))
    throw new Failure(t('users.declined'), EXIT.failed, { code: 'declined' });

  const made = await client.call(generateApi.makeUsers, { params, body: { ...draft, dry_run: false } }, { signal });
  outcomes = made.data.people;
  const run = made.data.run && (await followRun(cli, connection, String(made.data.run.id)));
  if (run) await writeLetterFiles(cli, connection, run.id, choices);
  if (choices.json) printJson(cli, { ...result(run), error: null });
  else terminal.out(`\n${t('users.generated', { count: run?.letters?.made ?? 0 })}\n`);
  return ended;
}
