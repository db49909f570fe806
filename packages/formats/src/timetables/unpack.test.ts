import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { zipOfLarge } from '../../../../tests/support/large-zip.ts';
import { UNPACK_LIMITS } from './limits.ts';
import { UnreadableFile } from './parser.ts';
import { unpack } from './unpack.ts';

const text = (content: string) => strToU8(content);
const zipOf = (entries: Record<string, Uint8Array>) => ({ name: 'plan.zip', bytes: zipSync(entries) });

async function failureOf(
  files: { name: string; bytes: Uint8Array }[],
  limits = UNPACK_LIMITS,
): Promise<UnreadableFile> {
  try {
    await unpack(files, limits);
  } catch (error) {
    if (error instanceof UnreadableFile) return error;
    throw error;
  }
  throw new Error('The upload was accepted.');
}

describe('unpacking an upload', () => {
  it('takes files out of archives with base names and leaves other files alone', async () => {
    const archive = zipOf({
      'term/GPU001.TXT': text('one'),
      '../../etc/GPU002.TXT': text('two'),
      'C:\\export\\GPU003.TXT': text('three'),
      'other/GPU001.TXT': text('four'),
      '__MACOSX/term/._GPU001.TXT': text('junk'),
      '.DS_Store': text('junk'),
    });
    const files = await unpack([archive, { name: 'folder/plain.csv', bytes: text('x') }]);
    expect(files.map((file) => [file.name, new TextDecoder().decode(file.bytes)])).toEqual([
      ['GPU001.TXT', 'one'],
      ['GPU002.TXT', 'two'],
      ['GPU003.TXT', 'three'],
      ['GPU001.TXT (2)', 'four'],
      ['plain.csv', 'x'],
    ]);
  });

  it('stops a zip bomb before it inflates, over all archives of the upload', async () => {
    const bomb = zipOf({ 'a.txt': new Uint8Array(9 * 1024 * 1024) });
    expect(bomb.bytes.length).toBeLessThan(20_000);
    const limits = { ...UNPACK_LIMITS, unpacked_bytes: 16 * 1024 * 1024 };
    expect(await unpack([bomb], limits)).toHaveLength(1);
    expect(await failureOf([bomb, bomb], limits)).toMatchObject({
      reason: 'unpacked_too_large',
      params: { limit_mb: 16 },
    });
  });

  it('refuses an archive that unpacks to more than a hundred times its size, beyond 32 MB', async () => {
    const piece = new Uint8Array(1024 * 1024);
    const large = (...files: Parameters<typeof zipOfLarge>[0]) => [{ name: 'plan.zip', bytes: zipOfLarge(files) }];
    expect(await unpack(large({ name: 'a.txt', piece, count: 32 }))).toHaveLength(1);
    const halves = ['a.txt', 'b.txt'].map((name) => ({ name, piece, count: 20 }));
    expect(await failureOf(large(...halves))).toMatchObject({
      reason: 'unpacked_too_large',
      params: { limit_mb: 32 },
    });
    // Half a megabyte lies beside it as it is: now 40 MB are less than a hundred times the archive.
    const whole = { name: 'b.txt', piece: new Uint8Array(512 * 1024), count: 1, level: 0 };
    expect(await unpack(large({ name: 'a.txt', piece, count: 40 }, whole))).toHaveLength(2);
  });

  it('refuses a bomb that lies about its size', async () => {
    const { bytes } = zipOf({ 'a.txt': new Uint8Array(100_000) });
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const directory = view.getUint32(bytes.length - 6, true);
    view.setUint32(directory + 24, 5, true);
    expect(await failureOf([{ name: 'liar.zip', bytes }])).toMatchObject({ reason: 'zip_broken', file: 'liar.zip' });
  });

  it('refuses too many entries, archives in archives, encrypted and broken ones, each with its reason', async () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`${i}.txt`, text('x')]));
    expect(await failureOf([zipOf(many)])).toMatchObject({ reason: 'too_many_entries', params: { limit: 200 } });
    expect(await failureOf([zipOf({ 'in.zip': zipOf({ a: text('x') }).bytes })])).toMatchObject({
      reason: 'nested_zip',
      params: { entry: 'in.zip' },
    });
    const locked = zipOf({ 'a.txt': text('secret') });
    const view = new DataView(locked.bytes.buffer, locked.bytes.byteOffset);
    const directory = view.getUint32(locked.bytes.length - 6, true);
    view.setUint16(directory + 8, view.getUint16(directory + 8, true) | 1, true);
    expect(await failureOf([locked])).toMatchObject({ reason: 'zip_encrypted' });
    const whole = zipOf({ 'a.txt': text('hello hello hello') }).bytes;
    expect(await failureOf([{ name: 'cut.zip', bytes: whole.subarray(0, 40) }])).toMatchObject({
      reason: 'zip_broken',
    });
    const flipped = zipSync({ 'a.txt': [text('hello'), { level: 0 }] });
    // By the whole word: one byte of it may be in the time of day that the head of an entry holds.
    flipped[Buffer.from(flipped).indexOf('hello')] = 0x48;
    expect(await failureOf([{ name: 'flipped.zip', bytes: flipped }])).toMatchObject({ reason: 'zip_broken' });
  });

  it('refuses an archive without files, a spreadsheet, an oversized file and an upload of nothing', async () => {
    expect(await failureOf([zipOf({ 'folder/': new Uint8Array() })])).toMatchObject({ reason: 'empty' });
    expect(await failureOf([zipOf({ 'xl/workbook.xml': text('<x/>') })])).toMatchObject({ reason: 'spreadsheet' });
    const limits = { ...UNPACK_LIMITS, file_bytes: 10 };
    expect(await failureOf([{ name: 'big.txt', bytes: text('12345678901') }], limits)).toMatchObject({
      reason: 'file_too_large',
      file: 'big.txt',
    });
    expect(await failureOf([])).toMatchObject({ reason: 'no_files' });
  });
});
