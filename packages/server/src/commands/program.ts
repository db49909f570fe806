import { SCHOOL_END_DAYS } from '@kreide/core/features/management';
import { Command } from 'commander';
import release from '../../package.json' with { type: 'json' };
import { addAnnouncement, listAllAnnouncements, removeAnnouncement } from '../features/help/index.ts';
import { listKeptInvoices } from '../features/management/index.ts';
import { clockOf } from '../kernel/clock.ts';
import { readConfig } from '../kernel/config/config.ts';
import { secretOf } from '../kernel/config/secret.ts';
import { openDatabase } from '../kernel/data/database.ts';
import { adoptTraits, noteBackup, traitsOf } from '../kernel/data/installation.ts';
import { prepareDatabase } from '../kernel/data/prepare-database.ts';
import { openStore } from '../kernel/files/index.ts';
import { startTwoFactorService } from '../two-factor-service.ts';
import { readAnnouncement, readEnd, toAnnouncementLine } from './announcement.ts';
import { checkAudit } from './audit.ts';
import type { BackupEnd } from './backup/format.ts';
import { readBackup } from './backup/read.ts';
import { writeBackup } from './backup/write.ts';
import { CommandError, toWords } from './failures.ts';
import { readFeedback, toFeedbackLines } from './feedback.ts';
import { readSchoolsHealth, toHealthLines } from './health.ts';
import { originOf, type Using, withAddresses, withDatabase } from './installation.ts';
import type { NewSchool } from './make-school.ts';
import { copyContents } from './move-files.ts';
import {
  cancelEnd,
  changeState,
  checkSchool,
  createLink,
  createSchool,
  orderEnd,
  setPurpose,
  switchFeatures,
} from './school.ts';
import { start } from './start.ts';
import { readSupport, toSupportLines } from './support.ts';
import { moveUser, type UserMove } from './user.ts';

/** How often is said how far the copying of files is. */
const FILES_STEP = 500;
const VERSION = String(release.version);

/**
 * The command `kreide-server`: administers an installation. Its settings are those of the server (docs/operating.md).
 */
export function createProgram(say: (line: string) => void, note: (line: string) => void = () => {}): Command {
  const program = new Command('kreide-server')
    .description('Runs and sets up a Kreide installation.')
    .version(VERSION, '--version', 'Print the number of this release.');
  const using: Using = { note };
  program
    .command('start')
    .description('Run the server until it is stopped.')
    .action(() => start());
  program
    .command('two-factor')
    .description('Run the two-factor service alone, on a host of its own, until it is stopped.')
    .action(() => start(startTwoFactorService));
  program
    .command('migrate')
    .description('Bring the database to the state of this release.')
    .option('--new', 'begin a new installation where there is none')
    .action(async ({ new: mayBegin = false }: { new?: boolean }) => {
      const applied = await withAddresses(readConfig(process.env), { note, mayBegin }, prepareDatabase);
      for (const name of applied) say(`Applied ${name}.`);
      const count = applied.length === 1 ? '1 migration was' : `${applied.length} migrations were`;
      say(
        applied.length === 0
          ? 'Nothing to do: the database is up to date.'
          : `${count} applied: the database is up to date.`,
      );
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
    .option(
      '--state <state>',
      'active, onboarding (is led through setting it up) or lead (nobody signs in yet)',
      'active',
    )
    .action(async (options: NewSchool) => {
      const config = readConfig(process.env);
      checkSchool(options);
      const path = await withDatabase(config, using, ({ kysely }) =>
        createSchool(kysely, options, clockOf(config).now()),
      );
      say(
        `The school "${options.name}" is ready. ${options.adminUsername} sets a password here (once, within 7 days):`,
      );
      say(originOf(config, using) + path);
    });
  school
    .command('link')
    .description('A new one-time link for somebody who cannot sign in.')
    .requiredOption('--slink <slink>', 'short name of the school')
    .requiredOption('--username <username>', 'sign-in name')
    .action(async ({ slink, username }: { slink: string; username: string }) => {
      const config = readConfig(process.env);
      const path = await withDatabase(config, using, ({ kysely }) =>
        createLink(kysely, slink, username, clockOf(config).now()),
      );
      say(`${username} sets a new password here (once, within 60 minutes):`);
      say(originOf(config, using) + path);
    });
  school
    .command('purpose')
    .description('Set a school apart for those who run the product, or give it back to everybody.')
    .requiredOption('--slink <slink>', 'short name of the school')
    .requiredOption('--purpose <purpose>', 'usual, internal, or management (one school)')
    .action(async ({ slink, purpose }: { slink: string; purpose: string }) => {
      const config = readConfig(process.env);
      await withDatabase(config, using, ({ kysely }) => setPurpose(kysely, slink, purpose, clockOf(config).now()));
      say(`The school "${slink}" is ${purpose}.`);
    });
  school
    .command('state')
    .description('Bring a school into another state.')
    .requiredOption('--slink <slink>', 'short name of the school')
    .requiredOption('--state <state>', 'lead, onboarding, active or deactivated')
    .action(async ({ slink, state }: { slink: string; state: string }) => {
      const config = readConfig(process.env);
      await withDatabase(config, using, ({ kysely }) => changeState(kysely, slink, state, clockOf(config).now()));
      say(`The school "${slink}" is ${state.toLowerCase()}.`);
    });
  school
    .command('features')
    .description('Switch features on or off for a school; without both options only says which are on.')
    .requiredOption('--slink <slink>', 'short name of the school')
    .option('--on <keys>', 'keys with commas: ai_schedule_planner, day_care, room_booking, digital_grade_book …')
    .option('--off <keys>', 'keys with commas')
    .action(async ({ slink, ...keys }: { slink: string; on?: string; off?: string }) => {
      const config = readConfig(process.env);
      const on = await withDatabase(config, using, ({ kysely }) =>
        switchFeatures(kysely, slink, keys, clockOf(config).now()),
      );
      say(`The school "${slink}" has: ${on.join(', ') || 'none of them'}.`);
    });
  school
    .command('delete')
    .description('Order the end of a school: everything that it has is removed when the time has come.')
    .requiredOption('--slink <slink>', 'short name of the school')
    .requiredOption('--name <name>', 'its whole name: nothing of it can be brought back')
    .option('--days <days>', 'until then; with 0 within the hour', String(SCHOOL_END_DAYS))
    .action(async ({ days, ...which }: { slink: string; name: string; days: string }) => {
      if (!/^\d{1,3}$/.test(days)) throw new CommandError('--days is a whole number.');
      const config = readConfig(process.env);
      const at = await withDatabase(config, using, ({ kysely }) =>
        orderEnd(kysely, { ...which, days: Number(days) }, clockOf(config).now()),
      );
      say(`The school "${which.slink}" is removed at ${at.toISOString()} by the server that runs then.`);
      say(`Until then \`kreide-server school keep --slink ${which.slink}\` takes it back.`);
    });
  school
    .command('keep')
    .description('Take the end of a school back, as long as its time has not come.')
    .requiredOption('--slink <slink>', 'short name of the school')
    .action(async ({ slink }: { slink: string }) => {
      const config = readConfig(process.env);
      await withDatabase(config, using, ({ kysely }) => cancelEnd(kysely, slink, clockOf(config).now()));
      say(`The school "${slink}" stays.`);
    });
  school
    .command('invoices')
    .description('The invoices of a year that are kept of schools that have ended, as JSON.')
    .requiredOption('--year <year>', 'the year of the invoices')
    .action(async ({ year }: { year: string }) => {
      if (!/^\d{4}$/.test(year)) throw new CommandError('--year is a year, such as 2026.');
      const config = readConfig(process.env);
      const kept = await withDatabase(config, using, ({ kysely }) => listKeptInvoices(kysely, Number(year)));
      say(JSON.stringify(kept, null, 2));
    });
  program
    .command('schools')
    .description('All schools of this installation, in numbers: never a name of anybody.')
    .requiredOption('--health', 'what is wrong at each: plans, imports, mails, people, screens, rolls, requests')
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(process.env);
      const schools = await withDatabase(config, using, ({ kysely }) =>
        readSchoolsHealth(kysely, clockOf(config).now()),
      );
      for (const line of json ? [JSON.stringify({ schools })] : toHealthLines(schools)) say(line);
    });
  program
    .command('user')
    .description('Accounts of people.')
    .command('move')
    .description(
      'Move an account to another school; also while the server runs. Without --yes only says what would be.',
    )
    .requiredOption('--slink <slink>', 'short name of the school that the person leaves')
    .requiredOption('--username <username>', 'sign-in name')
    .requiredOption('--to <slink>', 'short name of the new school')
    .option('--yes', 'do it: what the person has at the old school is erased, which cannot be undone')
    .option('--json', 'print the result as JSON')
    .action(async ({ json, ...move }: UserMove & { json?: boolean }) => {
      const config = readConfig(process.env);
      const moved = await withDatabase(config, using, (database) => moveUser(config, using, database, move));
      if (json) return say(JSON.stringify(moved));
      const { username, from, to, is_moved } = moved;
      if (is_moved) return say(`${username} has moved from "${from.slink}" to "${to.slink}" and signs in there.`);
      say(`${username} can move from "${from.slink}" to "${to.slink}": name, address and sign-in go along.`);
      say('Everything else at the old school is erased. Nothing has been changed yet: repeat it with --yes.');
    });
  program
    .command('backup')
    .description('Write everything into one file: every table as it is at one moment, the files, the secret.')
    .argument('<file>', 'the file to write, a gzipped tar; must not exist')
    .action(async (file: string) => {
      const config = readConfig(process.env);
      const { dataFolder } = config;
      const now = clockOf(config).now();
      const end = await withAddresses(config, using, async ({ owner, server }) => {
        await prepareDatabase({ owner, server });
        const store = await openStore(config.files, now);
        const written = await writeBackup({ connectionString: owner, dataFolder, store, file, now });
        await using database = openDatabase(owner, { poolSize: 1, isForWork: true });
        await noteBackup(database.kysely, now);
        return written;
      });
      say(`${file} holds ${toSumText(end)}. Keep it like the data itself: it holds all of it.`);
    });
  program
    .command('restore')
    .description('Put a backup into an empty place, whatever release of the past wrote it.')
    .argument('<file>', 'a file that backup has written')
    .action(async (file: string) => {
      const config = readConfig(process.env);
      const { dataFolder } = config;
      const end = await withAddresses(config, { note, mayBegin: true }, async (addresses) => {
        const store = await openStore(config.files, clockOf(config).now());
        const read = await readBackup({ owner: addresses.owner, dataFolder, store, file });
        await prepareDatabase(addresses);
        return read;
      });
      say(`Restored: ${toSumText(end)}.`);
    });
  program
    .command('files')
    .description('Where the contents of files lie.')
    .command('copy')
    .description(
      'Copy them from the data folder to the bucket of KREIDE_S3_BUCKET or back, those that are not there yet.',
    )
    .requiredOption('--to <place>', 'bucket or folder')
    .action(async ({ to }: { to: string }) => {
      if (to !== 'bucket' && to !== 'folder') throw new CommandError('--to is bucket or folder.');
      const config = readConfig(process.env);
      const { folder, s3 } = config.files;
      if (s3 === null) throw new CommandError('KREIDE_S3_BUCKET is not set: there is no bucket.');
      const from = to === 'bucket' ? 'folder' : 'bucket';
      const { count, bytes, there, alone } = await withAddresses(config, using, async () => {
        const now = clockOf(config).now();
        const [local, bucket] = [await openStore({ folder, s3: null }, now), await openStore({ folder, s3 }, now)];
        const stores = { folder: local, bucket };
        return copyContents(stores[from], stores[to], (done) => {
          if (done % FILES_STEP === 0) note(`${done} files …`);
        });
      });
      say(`${count} files (${Math.ceil(bytes / 1_000_000)} MB) were copied to the ${to}, ${there} were there already.`);
      if (alone.length > 0)
        say(
          `The ${to} alone has ${alone.length}: deleted since they were copied, or newer. Remove what was deleted: ${alone.join(' ')}`,
        );
      say(
        `Nothing was removed from the ${from}. Stop the server, copy the rest by the same command, adopt, and start.`,
      );
    });
  program
    .command('adopt')
    .description(
      'Take the secret and the folder of this environment for those of the installation, after a change on purpose.',
    )
    .action(async () => {
      const config = readConfig(process.env);
      const traits = await traitsOf(await secretOf(config), config.secretKey, config.files);
      await withDatabase(config, using, ({ kysely }) => adoptTraits(kysely, traits));
      say('Secret and folder are those of this installation now: restart each process that has others.');
    });
  program
    .command('audit')
    .description('The log of who changed what.')
    .command('verify')
    .description('Compute the chain of every school anew: finds rows that were changed, removed or cut off.')
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { chains, lines, problems } = await withDatabase(readConfig(process.env), using, ({ kysely }) =>
        checkAudit(kysely),
      );
      for (const line of json
        ? [JSON.stringify({ is_whole: problems.length === 0, schools: chains, problems })]
        : lines)
        say(line);
      if (problems.length > 0) throw new CommandError(problems.join('\n'));
      if (!json) say(`The audit log is whole (${lines.length} ${lines.length === 1 ? 'school' : 'schools'}).`);
    });
  program
    .command('feedback')
    .description(
      'How well the product works for people, as they answered: no names, and nothing of schools with few answers.',
    )
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const feedback = await withDatabase(readConfig(process.env), using, ({ kysely }) => readFeedback(kysely));
      for (const line of json ? [JSON.stringify(feedback)] : toFeedbackLines(feedback)) say(line);
    });
  program
    .command('support')
    .description('What people wrote to those who run the product and looked for in the help in vain: no names.')
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const support = await withDatabase(readConfig(process.env), using, ({ kysely }) => readSupport(kysely));
      for (const line of json ? [JSON.stringify(support)] : toSupportLines(support)) say(line);
    });
  addAnnouncements(program, using, say);
  return program;
}

/** What everybody at all schools is told. */
function addAnnouncements(program: Command, using: Using, say: (line: string) => void) {
  const announcement = program
    .command('announcement')
    .description('What all people of all schools are told in the app.');
  announcement
    .command('add')
    .description('Tell everybody something from now on; also while the server runs.')
    .requiredOption('--file <file>', 'JSON: {"en":{"title":"…","text":"…"},"de":{…}}; other languages read English')
    .option('--until <date>', 'the first day on which it is not shown any more')
    .action(async ({ file, until }: { file: string; until?: string }) => {
      const config = readConfig(process.env);
      const now = clockOf(config).now();
      const [texts, end] = [readAnnouncement(file), readEnd(until, now)];
      const id = await withDatabase(config, using, ({ kysely }) => addAnnouncement(kysely, texts, end, now));
      say(`Announcement ${id} is shown from now on.`);
    });
  announcement
    .command('list')
    .description('All announcements with their numbers.')
    .action(async () => {
      const rows = await withDatabase(readConfig(process.env), using, ({ kysely }) => listAllAnnouncements(kysely));
      for (const row of rows) say(toAnnouncementLine(row));
    });
  announcement
    .command('remove')
    .description('Take an announcement away.')
    .argument('<number>', 'as list prints it')
    .action(async (number: string) => {
      const isGone = await withDatabase(readConfig(process.env), using, async ({ kysely }) =>
        /^\d{1,15}$/.test(number) ? removeAnnouncement(kysely, Number(number)) : false,
      );
      if (!isGone) throw new CommandError(`There is no announcement ${number}.`);
      say(`Announcement ${number} is gone.`);
    });
}

function toSumText({ rows, files }: BackupEnd): string {
  const counts = Object.values(rows);
  return `${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables and ${files} files`;
}

/** Runs the command with the arguments of this process; failures are printed as text, with exit code 1. */
export async function main(argv: readonly string[] = process.argv): Promise<void> {
  try {
    const print = (line: string) => console.log(line);
    // Beside the answer: what reads that, JSON too, is not disturbed.
    await createProgram(print, (line) => console.error(line)).parseAsync(argv);
  } catch (thrown) {
    console.error(toWords(thrown, null));
    process.exitCode = 1;
  }
}
