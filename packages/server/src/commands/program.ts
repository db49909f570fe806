import { Command } from 'commander';
import { clockOf } from '../kernel/clock.ts';
import { readConfig } from '../kernel/config.ts';
import { toWords } from './failures.ts';
import { originOf, withDatabase } from './installation.ts';
import { checkSchool, createLink, createSchool, type NewSchool } from './school.ts';
import { start } from './start.ts';

/**
 * The command `kreide-server`: administers an installation. Its settings are those of the server (docs/operating.md).
 */
export function createProgram(say: (line: string) => void): Command {
  const program = new Command('kreide-server').description('Runs and sets up a Kreide installation.');
  program.command('start').description('Run the server until it is stopped.').action(start);
  program
    .command('migrate')
    .description('Bring the database to the state of this release.')
    .action(async () => {
      await withDatabase(readConfig(process.env), async () => {});
      say('The database is up to date.');
    });
  const school = program.command('school').description('Schools of this installation.');
  school
    .command('create')
    .description('Make a school with its first administrator; also while the server runs.')
    .requiredOption('--name <name>', 'name of the school')
    .requiredOption('--slink <slink>', 'short name in addresses: small letters, digits, hyphens')
    .option('--city <city>', 'city of the school')
    .option('--locale <locale>', 'language: de, en, es, tr, uk, fr, it', 'de')
    .option('--time-zone <zone>', 'time zone of the school', 'Europe/Berlin')
    .option('--admin-username <username>', 'sign-in name of the first administrator', 'admin')
    .option('--admin-email <email>', 'e-mail address of the first administrator')
    .action(async (options: NewSchool) => {
      const config = readConfig(process.env);
      checkSchool(options);
      const path = await withDatabase(config, ({ kysely }) => createSchool(kysely, options, clockOf(config).now()));
      say(
        `The school "${options.name}" is ready. ${options.adminUsername} sets a password here (once, within 7 days):`,
      );
      say(originOf(config) + path);
    });
  school
    .command('link')
    .description('A new one-time link for somebody who cannot sign in.')
    .requiredOption('--slink <slink>', 'short name of the school')
    .requiredOption('--username <username>', 'sign-in name')
    .action(async ({ slink, username }: { slink: string; username: string }) => {
      const config = readConfig(process.env);
      const path = await withDatabase(config, ({ kysely }) =>
        createLink(kysely, slink, username, clockOf(config).now()),
      );
      say(`${username} sets a new password here (once, within 60 minutes):`);
      say(originOf(config) + path);
    });
  return program;
}

/** Runs the command with the arguments of this process; failures are printed as text, with exit code 1. */
export async function main(argv: readonly string[] = process.argv): Promise<void> {
  try {
    await createProgram((line) => console.log(line)).parseAsync(argv);
  } catch (thrown) {
    console.error(toWords(thrown, null));
    process.exitCode = 1;
  }
}
