import { PRODUCT } from '@kreide/core/kernel';
import { Command, type CommanderError } from 'commander';
import type { Cli } from './cli.ts';
import { registerClassbook } from './commands/classbook.ts';
import { registerCompletion } from './commands/completion.ts';
import { registerGenerate } from './commands/generate.ts';
import { registerLetters } from './commands/letters.ts';
import { registerSchool } from './commands/school.ts';
import { registerSchoolYear } from './commands/schoolyear.ts';
import { registerSession } from './commands/session.ts';
import { registerTimetable } from './commands/timetable.ts';
import { registerUsers } from './commands/users.ts';
import { EXIT, type ExitCode } from './failures.ts';
import type { TextKey, Translate } from './texts.ts';
import { VERSION } from './version.ts';

/** Gives a command and those below it help and errors in the language of the terminal. */
function localise(command: Command, { t, terminal }: Cli): Command {
  const titles: Record<string, string> = {
    'Usage:': t('help.usage'),
    'Arguments:': t('help.arguments'),
    'Options:': t('help.options'),
    'Commands:': t('help.commands'),
  };
  command.helpOption('-h, --help', t('help.help')).helpCommand(false);
  command.configureHelp({
    styleTitle: (title) => titles[title] ?? title,
    optionDescription: (option) => describe(option, t),
  });
  command.configureOutput({
    writeOut: (text) => terminal.out(text),
    writeErr: (text) => terminal.err(text),
    getErrHelpWidth: () => terminal.width,
    // Printed once, by run(), in the language of the terminal.
    outputError: () => undefined,
  });
  command.exitOverride();
  for (const child of command.commands) localise(child as Command, { t, terminal } as Cli);
  return command;
}

function describe(option: { description: string; argChoices?: string[] | undefined }, t: Translate): string {
  if (!option.argChoices) return option.description;
  return `${option.description} (${t('help.choices')}: ${option.argChoices.join(', ')})`;
}

/** The whole program; every noun registers itself (D-3.01). `onExit` gets the exit code of the command. */
export function createProgram(cli: Cli, onExit: (code: ExitCode) => void): Command {
  const program = new Command(PRODUCT)
    .description(cli.t('help.program'))
    .version(`${PRODUCT} ${VERSION}`, '-V, --version', cli.t('help.version'))
    .addHelpText('after', `\n${cli.t('help.programExample')}`);
  registerSession(program, cli, onExit);
  registerTimetable(program, cli, onExit);
  registerSchoolYear(program, cli, onExit);
  registerUsers(program, cli, onExit);
  registerGenerate(program, cli, onExit);
  registerLetters(program, cli, onExit);
  registerSchool(program, cli, onExit);
  registerClassbook(program, cli, onExit);
  registerCompletion(program, cli, onExit);
  return localise(program, cli);
}

const COMPLAINTS: readonly [string, RegExp, TextKey][] = [
  ['commander.unknownCommand', /unknown command '(?<name>[^']*)'/, 'usage.unknownCommand'],
  ['commander.unknownOption', /unknown option '(?<name>[^']*)'/, 'usage.unknownOption'],
  ['commander.missingArgument', /argument '(?<name>[^']*)'/, 'usage.missingArgument'],
  ['commander.optionMissingArgument', /option '(?<name>[^']*)'/, 'usage.optionMissingArgument'],
  [
    'commander.conflictingOption',
    /option '(?<name>[^']*)' cannot be used with option '(?<other>[^']*)'/,
    'usage.conflict',
  ],
  ['commander.excessArguments', /: (?<name>[^:]*)\.$/, 'usage.excessArguments'],
  ['commander.invalidArgument', /'(?<name>[^']*)' argument '(?<value>[^']*)'/, 'usage.invalidArgument'],
  [
    'commander.invalidArgument',
    /value '(?<value>[^']*)' is invalid for argument '(?<name>[^']*)'/,
    'usage.invalidArgument',
  ],
];

/** The error of commander, with its suggestion and how to get help (D-3.01). */
export function toUsageText(error: CommanderError, t: Translate, command: string): string {
  const found = COMPLAINTS.filter(([code]) => code === error.code)
    .map(([, pattern, key]) => ({ key, fields: pattern.exec(error.message)?.groups }))
    .find(({ fields }) => fields !== undefined);
  const said = found ? t(found.key, { ...found.fields }) : error.message.replace(/^error: /, '').split('\n')[0];
  const similar = /\(Did you mean (?:one of )?(.+)\?\)/.exec(error.message)?.[1];
  const allowed = /Allowed choices are (.+)\.$/.exec(error.message)?.[1];
  const hints = [
    similar ? t('usage.didYouMean', { names: similar }) : null,
    allowed ? t('usage.allowed', { names: allowed }) : null,
    t('usage.seeHelp', { command }),
  ];
  return [said, ...hints.filter((hint) => hint !== null)].join('\n');
}

/** The exit code of what commander threw: 0 for help and version, else wrong usage. */
export function toCommanderExit(error: CommanderError): ExitCode {
  return error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
}

/** The deepest command in the arguments, whose help is suggested. */
export function commandPath(program: Command, argv: readonly string[]): string {
  let command = program;
  for (const word of argv) {
    const next = command.commands.find((child) => child.name() === word);
    if (!next) break;
    command = next as Command;
  }
  const names: string[] = [];
  for (let at: Command | null = command; at; at = at.parent) names.unshift(at.name());
  return names.join(' ');
}
