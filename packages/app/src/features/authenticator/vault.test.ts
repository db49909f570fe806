import { KEYS_MAXIMUM } from '@kreide/core/features/authenticator';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../kernel/storage.ts';
import { BackupError, readBackup, writeBackup } from './backup.ts';
import { createVault, nameOf, parseAccounts, VaultFull } from './vault.ts';

const account = (number: number, issuer = `Bank ${number}`) => ({
  id: `${number}`.padStart(43, 'x'),
  issuer,
  account: 'ada',
});
const [one, two, three] = [account(1), account(2), account(3)];

describe('the accounts on a device', () => {
  it('are kept for each person; those of the device are shown to everybody [P-2.32]', () => {
    const store = memoryStore();
    const vault = createVault(store);
    expect(vault.add('ada', [one])).toBe(1);
    expect(vault.add('ben', [two])).toBe(1);
    expect(vault.add(null, [three])).toBe(1);
    expect(vault.list('ada')).toEqual([one, three]);
    expect(vault.list('ben')).toEqual([two, three]);
    expect(vault.list(null)).toEqual([three]);
    expect(createVault(store).list('ada')).toEqual([one, three]);
    expect(vault.list('ada')).toBe(vault.list('ada'));
  });

  it('are there once, go where they are, and tell who listens [P-2.32]', () => {
    const vault = createVault(memoryStore());
    let told = 0;
    const end = vault.subscribe(() => {
      told += 1;
    });
    expect(vault.add(null, [one])).toBe(1);
    expect(vault.add('ada', [one, two, two])).toBe(1);
    vault.remove('ada', one.id);
    expect(vault.list('ada')).toEqual([two]);
    vault.remove('ada', two.id);
    expect([vault.list('ada'), vault.list(null)]).toEqual([[], []]);
    expect(told).toBe(4);
    end();
    vault.add('ada', [one]);
    expect(told).toBe(4);
  });

  it('are at most as many as one call may ask for, and a device that refuses says so [P-2.32]', () => {
    const store = memoryStore();
    const vault = createVault(store);
    const many = Array.from({ length: KEYS_MAXIMUM }, (_, number) => account(number));
    expect(vault.add('ada', many)).toBe(KEYS_MAXIMUM);
    expect(() => vault.add('ada', [account(1000)])).toThrow(VaultFull);
    expect(vault.list('ada')).toHaveLength(KEYS_MAXIMUM);
    const full = createVault({
      ...memoryStore(),
      setItem: () => {
        throw new Error('full');
      },
    });
    expect(() => full.add('ada', [one])).toThrow('full');
  });

  it('are read from whatever the device has, without values that are no account [P-2.32]', () => {
    expect(parseAccounts([one, { ...one, id: 'short' }, null, 5, { id: one.id }, { ...two, extra: 1 }])).toEqual([
      one,
      two,
    ]);
    for (const value of [null, undefined, 'x', {}, 5]) expect(parseAccounts(value)).toEqual([]);
    const store = memoryStore();
    store.setItem('authenticator_ada', '{');
    expect(createVault(store).list('ada')).toEqual([]);
    expect([nameOf(one), nameOf({ ...one, account: '' })]).toEqual(['Bank 1 (ada)', 'Bank 1']);
  });
});

describe('a backup', () => {
  it('opens with its passphrase alone, however it is composed, and shows nothing of what it holds [P-2.32]', async () => {
    const text = await writeBackup([one, two], 'blaue Kreide für Ürsel');
    for (const secret of [one.id, 'Bank', 'ada', 'Kreide für']) expect(text).not.toContain(secret);
    expect(await readBackup(text, 'blaue Kreide für Ürsel'.normalize('NFD'))).toEqual([one, two]);
    for (const wrong of ['blaue Kreide für Ursel', 'blaue Kreide für Ürsel ', ''])
      await expect(readBackup(text, wrong)).rejects.toEqual(new BackupError('wrong'));
    expect(await writeBackup([one, two], 'blaue Kreide für Ürsel')).not.toBe(text);
  });

  it('that was changed does not open, and any other file is none [P-2.32]', async () => {
    const text = await writeBackup([one], 'correct horse battery');
    const file = JSON.parse(text);
    const reasonOf = (content: string) =>
      readBackup(content, 'correct horse battery').then(
        () => 'opened',
        (error: BackupError) => error.reason,
      );
    const flipped = `${file.data[0] === 'A' ? 'B' : 'A'}${file.data.slice(1)}`;
    expect(await reasonOf(JSON.stringify({ ...file, data: flipped }))).toBe('wrong');
    for (const change of [
      { format: 'other' },
      { version: 2 },
      { iterations: 1 },
      { iterations: 1e9 },
      { iterations: '600000' },
      { data: '%%%' },
      { salt: undefined },
    ])
      expect(await reasonOf(JSON.stringify({ ...file, ...change })), JSON.stringify(change)).toBe('notBackup');
    for (const other of ['', '{}', '[]', 'null', 'otpauth://totp/x', '\u0000'])
      expect(await reasonOf(other)).toBe('notBackup');
  });
});
