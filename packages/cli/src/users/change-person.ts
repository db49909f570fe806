import { type UserAbility, usersApi } from '@kreide/core/features/users';
import { isAllowed } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, Failure } from '../failures.ts';
import { printJson, toPlain } from '../output.ts';
import { confirm } from '../prompt.ts';
import type { Connection } from '../session.ts';
import { describe, findPerson, type PersonRow, readPerson } from './people.ts';

/** What can be done with an account from a terminal. */
export const PERSON_CHANGES = ['lock', 'unlock', 'archive'] as const;
export type PersonChange = (typeof PERSON_CHANGES)[number];

/** Is somebody as they are wanted already? */
const isDone = (change: PersonChange, { is_locked, deleted_at }: PersonRow) =>
  change === 'archive' ? deleted_at !== null : is_locked === (change === 'lock');

/** Which ability of the account it takes. */
const ABILITIES = { lock: 'lock', unlock: 'lock', archive: 'delete' } as const satisfies Record<
  PersonChange,
  UserAbility
>;

/** Locks, unlocks or archives one person, after a question that names them; a dry run tells who it would be. */
export async function changePerson(
  cli: Cli,
  connection: Connection,
  change: PersonChange,
  { given, yes, dryRun, json }: { given: string; yes: boolean; dryRun: boolean; json: boolean },
): Promise<ExitCode> {
  const { t, terminal, signal } = cli;
  const { client } = connection;
  const { row, user } = await readPerson(cli, connection, await findPerson(cli, connection, given));
  const name = toPlain(`${describe(cli, row)} (#${row.id})`);
  const end = (person: PersonRow, isChanged: boolean): ExitCode => {
    if (json) printJson(cli, { ...person, is_changed: isChanged, error: null });
    else terminal.out(`${t(isChanged ? `users.changed.${change}` : 'users.changed.already', { name })}\n`);
    return EXIT.done;
  };
  if (dryRun) {
    const wouldChange = !isDone(change, row);
    cli.json.fields = { ...row, is_changed: false, would_change: wouldChange };
    if (wouldChange && !isAllowed(user.can, ABILITIES[change]))
      throw new Failure(t('users.would.forbidden', { name }), EXIT.failed, { code: 'forbidden' });
    const said = t(wouldChange ? `users.would.${change}` : 'users.changed.already', { name });
    if (json) printJson(cli, { ...cli.json.fields, error: null });
    else terminal.out(`${said}\n${t('schoolyear.dryRunDone')}\n`);
    return EXIT.done;
  }
  if (isDone(change, row)) return end(row, false);
  if (!yes && !(await confirm(cli, t(`users.ask.${change}`, { name }))))
    throw new Failure(t('schoolyear.declined'), EXIT.failed, { code: 'declined' });
  const params = { id: String(row.id) };
  if (change === 'archive') await client.call(usersApi.remove, { params }, { signal });
  else await client.call(usersApi.lock, { params, body: { is_locked: change === 'lock' } }, { signal });
  return end((await readPerson(cli, connection, row.id)).row, true);
}
