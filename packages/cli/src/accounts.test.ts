import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type Account,
  matchingAccounts,
  NO_ACCOUNTS,
  parseAccounts,
  withAccount,
  withoutAccount,
  withTokens,
} from './accounts.ts';
import { readConfig, toConfigFolder, withLock, writeConfig } from './config.ts';

const account = (school: string, uuid = 'u1'): Account => ({
  server: 'https://kreide.example',
  school,
  school_name: school,
  username: uuid,
  uuid,
  access_token: 'a',
  refresh_token: 'r',
});

describe('stored sign-ins', () => {
  it('hold several schools and people, the latest first, each once [D-3.02]', () => {
    let accounts = withAccount(NO_ACCOUNTS, account('linden'));
    accounts = withAccount(accounts, account('eiche'));
    accounts = withAccount(accounts, { ...account('linden'), access_token: 'b' });
    expect(accounts.accounts.map(({ school, access_token }) => [school, access_token])).toEqual([
      ['linden', 'b'],
      ['eiche', 'a'],
    ]);
    expect(matchingAccounts(accounts, { school: 'eiche' })).toHaveLength(1);
    accounts = withTokens(accounts, { ...account('eiche'), access_token: 'c' });
    expect(accounts.accounts.map(({ access_token }) => access_token)).toEqual(['b', 'c']);
    expect(withTokens(accounts, account('ahorn'))).toEqual(accounts);
    expect(withoutAccount(accounts, account('linden')).accounts).toHaveLength(1);
  });

  it('are refused when the file is not what this version writes', () => {
    expect(parseAccounts(null)).toEqual(NO_ACCOUNTS);
    for (const text of ['', '{', '[]', '{"version":2,"accounts":[]}', '{"version":1,"accounts":[{}]}'])
      expect(parseAccounts(text)).toBeNull();
  });
});

describe('the config folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kreide-config-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is where each system keeps settings [D-3.02]', () => {
    expect(toConfigFolder({ env: { XDG_CONFIG_HOME: '/x' }, platform: 'linux', home: '/home/a' })).toBe('/x/kreide');
    expect(toConfigFolder({ env: { XDG_CONFIG_HOME: 'x' }, platform: 'linux', home: '/home/a' })).toBe(
      '/home/a/.config/kreide',
    );
    expect(toConfigFolder({ env: { APPDATA: 'C:\\a' }, platform: 'win32', home: 'C:\\h' })).toBe('C:\\a\\kreide');
  });

  it('is written whole and for the owner only, in a folder of the owner [D-3.02]', () => {
    const own = join(folder, 'deep', 'kreide');
    writeConfig(own, 'a.json', 'one');
    writeConfig(own, 'a.json', 'two');
    expect(readConfig(own, 'a.json')).toBe('two');
    expect(readConfig(own, 'b.json')).toBeNull();
    expect(readdirSync(own)).toEqual(['a.json']);
    expect(statSync(join(own, 'a.json')).mode & 0o777).toBe(0o600);
    expect(statSync(own).mode & 0o777).toBe(0o700);
  });

  it('lets one at a time change it, and is not stopped by a process that died', async () => {
    let inside = 0;
    const enter = () =>
      withLock(folder, 'a', async () => {
        inside += 1;
        expect(inside).toBe(1);
        await new Promise(setImmediate);
        inside -= 1;
      });
    await Promise.all([enter(), enter(), enter()]);
    writeFileSync(join(folder, 'a.lock'), '');
    utimesSync(join(folder, 'a.lock'), 1, 1);
    await enter();
    expect(readdirSync(folder)).not.toContain('a.lock');
    expect(() => readFileSync(join(folder, 'a.lock'))).toThrow();
  });
});
