import { ApiError } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, Failure } from '../failures.ts';
import { printJson, toPlain, toTable } from '../output.ts';
import { confirm } from '../prompt.ts';
import type { Connection } from '../session.ts';
import {
  type Calls,
  SETTING_GROUPS,
  type SettingGroup,
  type SettingValue,
  type SettingValues,
} from './setting-groups.ts';
import { putAt, readTyped, toFlat, writeValue } from './values.ts';

/** Decisions made by options. */
export interface SettingChoices {
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

interface FoundSetting {
  readonly group: SettingGroup;
  readonly path: readonly string[];
  /** All settings of the group, which are written together. */
  readonly values: SettingValues;
  readonly value: SettingValue;
}

const callsOf = async (cli: Cli, { client, self }: Connection): Promise<Calls> => ({
  client,
  signal: cli.signal,
  id: String((await self()).school_id),
});

/** All settings that this person may see, by key. */
async function readSettings(calls: Calls): Promise<[string, SettingValue][]> {
  let refused: unknown = null;
  const groups = await Promise.all(
    Object.entries(SETTING_GROUPS).map(async ([name, group]): Promise<[string, SettingValue][]> => {
      try {
        return toFlat(await group.read(calls), name);
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || thrown.code !== 'forbidden') throw thrown;
        refused = thrown;
        return [];
      }
    }),
  );
  const settings = groups.flat();
  if (settings.length === 0) throw refused;
  return settings;
}

async function findSetting(cli: Cli, calls: Calls, key: string): Promise<FoundSetting> {
  const [name = '', ...path] = key.split('.');
  const group = Object.hasOwn(SETTING_GROUPS, name) ? SETTING_GROUPS[name] : undefined;
  const values = await group?.read(calls);
  const found = values && toFlat(values, name).find(([one]) => one === key);
  if (!group || !found) throw new Failure(cli.t('school.unknown', { key }), EXIT.failed, { code: 'not_found' });
  return { group, path, values, value: found[1] };
}

export async function listSettings(cli: Cli, connection: Connection, isJson: boolean): Promise<ExitCode> {
  const { t } = cli;
  const settings = await readSettings(await callsOf(cli, connection));
  if (isJson) printJson(cli, { settings: Object.fromEntries(settings), error: null });
  else
    cli.terminal.out(
      toTable(
        [{ title: t('school.key') }, { title: t('report.value') }],
        settings.map(([key, value]) => [key, writeValue(value)]),
      ),
    );
  return EXIT.done;
}

export async function getSetting(cli: Cli, connection: Connection, key: string, isJson: boolean): Promise<ExitCode> {
  const { value } = await findSetting(cli, await callsOf(cli, connection), key);
  if (isJson) printJson(cli, { key, value, error: null });
  else cli.terminal.out(`${toPlain(writeValue(value))}\n`);
  return EXIT.done;
}

/** Sets one setting after a question that says what it was and what it will be. */
export async function setSetting(
  cli: Cli,
  connection: Connection,
  { key, text }: { key: string; text: string },
  { yes, dryRun, json }: SettingChoices,
): Promise<ExitCode> {
  const { t, terminal } = cli;
  const calls = await callsOf(cli, connection);
  const { group, path, values, value: before } = await findSetting(cli, calls, key);
  const after = readTyped(text, before);
  const changed = putAt(values, path, after);
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  const result = (isChanged: boolean) => ({ key, before, after, is_changed: isChanged });
  cli.json.fields = result(false);
  const line = toPlain(`${key}: ${writeValue(before)} → ${writeValue(after)}`);
  if (dryRun && !group.accepts(changed, path))
    throw new Failure(t('usage.invalidArgument', { value: text, name: key }), EXIT.failed, { code: 'invalid' });
  if (!json) terminal.out(`${line}\n`);
  if (isSame || dryRun) {
    if (json) printJson(cli, { ...result(false), error: null });
    else terminal.out(`${t(isSame ? 'users.nothing' : 'schoolyear.dryRunDone')}\n`);
    return EXIT.done;
  }
  if (!yes && !(await confirm(cli, t('school.question', { school: (await connection.school()).name }))))
    throw new Failure(t('schoolyear.declined'), EXIT.failed, { code: 'declined' });
  await group.write(calls, changed, path);
  if (json) printJson(cli, { ...result(true), error: null });
  else terminal.out(`${t('school.saved')}\n`);
  return EXIT.done;
}
