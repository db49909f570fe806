import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clamd, EICAR, startClamd } from '../../../../../tests/support/clamd.ts';
import { createScanner } from './scanner.ts';

let folder: string;
let clamd: Clamd;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-scan-'));
  clamd = await startClamd(1_000_000);
});
afterAll(async () => {
  await clamd[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const fileOf = async (content: string | Buffer) => {
  const path = join(folder, 'file');
  await writeFile(path, content);
  return path;
};
const scan = async (content: string | Buffer, port = clamd.port) =>
  createScanner({ host: '127.0.0.1', port }, 300).scan(await fileOf(content));

describe('a virus scanner', () => {
  it('sees the whole file, in pieces, and says what it finds', async () => {
    const large = Buffer.alloc(300_000, 'chalk and board ');
    expect(await scan(large)).toEqual({ found: null });
    expect(clamd.seen.at(-1)?.equals(large)).toBe(true);
    expect(await scan(Buffer.concat([large, Buffer.from(EICAR)]))).toEqual({ found: 'Eicar-Test-Signature' });
    expect(await scan('')).toEqual({ found: null });
  });

  it('that says nothing of a file, or is not there, lets nothing pass', async () => {
    await expect(scan(Buffer.alloc(1_100_000))).rejects.toThrow('size limit exceeded');
    clamd.says = 'stream: Can not open file ERROR';
    await expect(scan('x')).rejects.toThrow('ERROR');
    clamd.says = '';
    await expect(scan('x')).rejects.toThrow('says');
    clamd.says = null;
    await expect(scan('x')).rejects.toThrow('does not answer');
    clamd.says = undefined;
    const gone = await startClamd();
    await gone[Symbol.asyncDispose]();
    await expect(scan('x', gone.port)).rejects.toThrow('ECONNREFUSED');
  });
});
