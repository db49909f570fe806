import { createSign, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { toTicks } from '../../../../../../tests/support/office-server.ts';
import { parseDiscovery, toEditorAddress } from './discovery.ts';
import { toHeader } from './failures.ts';
import { isProven, isTimely } from './proof.ts';
import { toFileInfo } from './showing.ts';
import { readUtf7 } from './utf7.ts';

it('a name comes in UTF-7, in which a plus is a plus and a minus', () => {
  expect(['a+-b', '+AOQ-', '1 + 1', '+ANwA3w-'].map(readUtf7)).toEqual(['a+b', 'ä', '1 + 1', 'Üß']);
});

it('what is told in a header is of its signs', () => {
  expect(toHeader('Grün: €\n„Plan“')).toBe('Grun: ___Plan_');
  expect(toHeader('x'.repeat(600))).toHaveLength(500);
});

it('a request is proven by the last key or the one before, and its time is a number of 64 bits', () => {
  const [key, former, other] = [1, 2, 3].map(() => generateKeyPairSync('rsa', { modulusLength: 1024 }));
  const now = new Date('2026-11-18T09:10:00Z');
  const timestamp = `${toTicks(now)}`;
  const url = 'https://kreide.example/wopi/files/x?access_token=t';
  const long = Buffer.alloc(8);
  long.writeBigInt64BE(BigInt(timestamp));
  const signed = Buffer.concat(
    [Buffer.from('t'), Buffer.from(url.toUpperCase()), long].flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, part];
    }),
  );
  const by = (pair: typeof key) =>
    pair ? createSign('RSA-SHA256').update(signed).sign(pair.privateKey, 'base64') : '';
  const keys = [key, former].flatMap((pair) => pair?.publicKey ?? []);
  const fits = (proof: string, proofOld: string) => isProven({ token: 't', url, timestamp, proof, proofOld }, keys);
  expect([fits(by(key), ''), fits(by(former), by(other)), fits(by(other), by(key))]).toEqual([true, true, true]);
  expect([
    fits(by(other), by(former)),
    fits('', ''),
    isProven({ token: 't', url, timestamp, proof: '', proofOld: '' }, []),
  ]).toEqual([false, false, false]);
  expect(
    ['9223372036854775807', '9223372036854775808', '-1', ''].map((one) => isTimely({ timestamp: one }, now)),
  ).toEqual([false, false, false, false]);
  expect(isTimely({ timestamp }, now)).toBe(true);
});

it('of two editors of a kind the first edits it, in the language of the person, at the place of the file', () => {
  const action = (path: string) => `<action ext="docx" name="edit" urlsrc="https://office.example/${path}"/>`;
  const { n, e } = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });
  const proof = `<proof-key modulus="${n}" exponent="${e}"/>`;
  const text = `<wopi-discovery>${action('first')}${action('second')}${proof}</wopi-discovery>`;
  const found = parseDiscovery(text, 'https://office.example');
  expect(typeof found === 'string' ? found : found.edit.get('docx')).toBe('https://office.example/first');
  const source = 'https://kreide.example/wopi/files/x';
  const urlsrc = 'https://office.example/edit?<ui=UI_LLCC&><thm=THEME_ID&><place=WOPI_SOURCE&>';
  const { searchParams } = new URL(toEditorAddress(urlsrc, { language: 'de', source }));
  expect(Object.fromEntries(searchParams)).toEqual({ ui: 'de', place: source, WOPISrc: source, lang: 'de' });
});

it('an editor learns who owns the file, whether it can be renamed, and the way back to its folder', () => {
  const row = { name: 'Plan.docx', extension: 'docx', user_id: 7, size: 5, file_uuid: 'v', sha256: Buffer.from('x') };
  const file = { ...row, above: [{ uuid: 'outer' }, { uuid: 'inner' }], edited_at: null, created_at: 'c' };
  const opened = { actor: { school_id: 1, user_id: 8 }, cloud: { key: { channel_id: 3 } }, row: file };
  const of = (can: object) => toFileInfo({ ...opened, can } as never, 'Ada', 'https://kreide.example');
  expect(of({ collaborate: 1, rename: 0 })).toMatchObject({
    OwnerId: 's1u7',
    UserId: 's1u8',
    UserCanWrite: true,
    UserCanRename: false,
    CloseUrl: 'https://kreide.example/cloud/files/3/inner',
  });
  expect(of({ collaborate: 0, rename: 1 })).toMatchObject({ UserCanRename: false, ReadOnly: true });
});
