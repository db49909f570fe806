import { readFileSync } from 'node:fs';
import { PERIOD_READINGS, SOURCES, type SourceKey } from '@kreide/core/features/timetable-import';
import { type Command, Option } from 'commander';
import type { Cli } from '../cli.ts';
import { type ExitCode, wrongUse } from '../failures.ts';
import type { ConnectionOptions } from '../session.ts';
import { toAnchor, toSchoolYear } from '../timetable/choices.ts';
import { openExport, toPaths } from '../timetable/export-files.ts';
import { parseGrid } from '../timetable/grid.ts';
import { type ReadingOptions, toReading, WEEKDAY_WORDS } from '../timetable/reading.ts';
import { UNREAD } from '../timetable/report.ts';
import type { UploadFields } from '../timetable/upload.ts';
import { type UploadChoices, uploadExport } from '../timetable/upload-export.ts';
import { startPatiently, watchFolder } from '../timetable/watch-folder.ts';
import { connectedForUploads } from '../upload-session.ts';
import { type JsonOption, withConnection, withJson } from './shared.ts';

interface UploadOptions extends ConnectionOptions, JsonOption, ReadingOptions {
  source?: SourceKey;
  year?: string;
  grid?: string;
  anchor?: string;
  doNotPrint?: true;
  dryRun?: true;
  yes?: true;
  replace?: true;
  changes?: string;
  watch?: string;
  settle: string;
}

/** `timetable upload FILE…` (D-3.08). */
export function registerUpload(timetable: Command, cli: Cli, onExit: (code: ExitCode) => void): void {
  const { t } = cli;
  const upload = timetable
    .command('upload')
    .description(t('upload.description'))
    .argument('[file...]', t('upload.files'))
    .addOption(
      new Option('--source <key>', t('upload.source')).choices(
        SOURCES.filter((source) => source.choosable).map((source) => source.key),
      ),
    )
    .option('--year <year>', t('upload.year'))
    .option('--grid <file>', t('upload.grid'))
    .option('--anchor <date>', t('upload.anchor'))
    .option('--do-not-print', t('upload.doNotPrint'))
    .addOption(new Option('--table <name>', t('upload.tableOption')).conflicts(['periods']))
    .addOption(
      new Option('--column <field=name>', t('upload.columnOption'))
        .argParser((one: string, all: string[] = []) => [...all, one])
        .conflicts(['periods', 'firstDay', 'days']),
    )
    .addOption(
      new Option('--monday <number>', t('upload.mondayOption'))
        .choices(['0', '1'])
        .conflicts(['periods', 'firstDay', 'days']),
    )
    .addOption(new Option('--periods <reading>', t('upload.periodsOption')).choices(PERIOD_READINGS))
    .addOption(
      new Option('--first-day <weekday>', t('upload.firstDayOption'))
        .choices(WEEKDAY_WORDS)
        .conflicts(['periods', 'table', 'days']),
    )
    .addOption(new Option('--days <weekdays>', t('upload.daysOption')).conflicts(['periods', 'table']))
    .addOption(new Option('--dry-run', t('upload.dryRun')).conflicts(['yes']))
    .option('-y, --yes', t('options.yes'))
    .option('--replace', t('upload.replace'))
    .option('--changes <file>', t('upload.changesOption'))
    .option('--watch <folder>', t('upload.watch'))
    .option('--settle <seconds>', t('upload.settle'), '5');
  withJson(
    withConnection(upload, cli),
    cli,
    `kreide timetable upload export.xml --school demo
     kreide timetable upload GPU001.TXT GPU014.TXT --year 2026/27 --grid times.csv --dry-run
     kreide timetable upload --watch /srv/untis --school demo --yes --json`,
  ).action(async (names: string[], options: UploadOptions) => {
    cli.json.fields = { ...UNREAD };
    onExit(await runUpload(cli, names, options));
  });
}

async function runUpload(cli: Cli, names: readonly string[], options: UploadOptions): Promise<ExitCode> {
  const { t } = cli;
  const choices: UploadChoices = {
    yes: options.yes === true,
    replace: options.replace === true,
    dryRun: options.dryRun === true,
    json: options.json === true,
    changes: options.changes ?? null,
  };
  if (!choices.yes && !choices.dryRun && !cli.terminal.isInteractive) throw wrongUse(t('upload.needsYes'));
  const fields = toFields(cli, options);
  const { watch } = options;
  if (watch !== undefined) {
    if (names.length > 0) throw wrongUse(t('upload.filesOrWatch'));
    const settle = Number(options.settle);
    if (!(settle >= 0.1 && settle <= 3_600)) throw wrongUse(t('upload.badSettle', { value: options.settle }));
    const details = { folder: watch, settle: settle * 1_000, fields, choices };
    return startPatiently(cli, () =>
      connectedForUploads(cli, options, (connection) => watchFolder(cli, connection, details)),
    );
  }
  if (names.length === 0) throw wrongUse(t('upload.noFile'));
  const files = await openExport(cli, toPaths(names));
  return connectedForUploads(cli, options, (connection) => uploadExport(cli, connection, files, fields, choices));
}

/** The options for the server; throws for wrong ones before anything is sent. */
function toFields(cli: Cli, options: UploadOptions): UploadFields {
  const { t } = cli;
  const fields: UploadFields = {};
  if (options.source !== undefined) fields.source = options.source;
  if (options.doNotPrint) fields.do_not_print = 'true';
  if (options.year !== undefined) {
    const year = toSchoolYear(options.year);
    if (year === null) throw wrongUse(t('upload.badYear', { value: options.year }));
    fields.school_year = year;
  }
  if (options.anchor !== undefined) {
    const anchor = toAnchor(options.anchor);
    if (anchor === null) throw wrongUse(t('upload.badDate', { value: options.anchor }));
    if ('monday' in anchor) throw wrongUse(t('upload.noMonday', { value: options.anchor, monday: anchor.monday }));
    fields.anchor = anchor.date;
  }
  if (options.grid !== undefined) fields.grid = readGrid(cli, options.grid);
  const reading = toReading(cli, options);
  if (reading !== null) fields.reading = JSON.stringify(reading);
  return fields;
}

function readGrid(cli: Cli, path: string): string {
  const bytes = readFileSync(path);
  const grid = parseGrid(new TextDecoder('utf-8').decode(bytes));
  if ('times' in grid) return JSON.stringify(grid.times);
  const { row, field, value } = grid.problem;
  if (field === 'file') throw wrongUse(cli.t('grid.unreadable', { path }));
  throw wrongUse(cli.t('grid.badField', { path, row: String(row), field, value }));
}
