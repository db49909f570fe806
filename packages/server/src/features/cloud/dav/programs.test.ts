import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, listed, server, withDav } from '../../../../../../tests/support/dav.ts';
import { makeFilesPassword } from '../../../../../../tests/support/dav-client.ts';
import { hasProgram, obscure, readLitmus, runProgram } from '../../../../../../tests/support/dav-programs.ts';

withDav();

let folder: string;
let password: string;
const address = () => `${server.url}/dav/files/amsel/Chor/`;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-dav-'));
  password = await makeFilesPassword(server, 'amsel', 'ada');
});
afterAll(() => rm(folder, { recursive: true }));

const ODD = ['Ärger & Spaß (50%) #1.txt', "It's 😀.txt", 'a;b=c,d+e@f.txt', 'Ґанок [1].txt'];

describe('programs of others, each skipped where it is not installed', () => {
  it.skipIf(!hasProgram('litmus'))(
    'litmus finds that all is as the protocol has it',
    { timeout: 300_000 },
    async () => {
      const { output } = await runProgram('litmus', ['-k', address(), 'ada', password], { cwd: folder });
      expect(readLitmus(output)).toEqual({
        passed: { basic: '16 of 16', copymove: '13 of 13', props: '30 of 30', locks: '41 of 41', http: '4 of 4' },
        problems: [],
      });
    },
  );

  it.skipIf(!hasProgram('rclone'))(
    'rclone brings folders, finds them the same, moves and deletes',
    { timeout: 300_000 },
    async () => {
      const env = {
        RCLONE_CONFIG_DAV_TYPE: 'webdav',
        RCLONE_CONFIG_DAV_URL: address(),
        RCLONE_CONFIG_DAV_VENDOR: 'other',
        RCLONE_CONFIG_DAV_USER: 'ada',
        RCLONE_CONFIG_DAV_PASS: await obscure(password),
        RCLONE_CONFIG: join(folder, 'none.conf'),
      };
      const rclone = async (...args: string[]) => {
        const run = await runProgram('rclone', [...args, '--retries', '1'], { env });
        expect([args, run.code, run.code === 0 ? '' : run.output]).toEqual([args, 0, '']);
        return run.output;
      };
      const source = join(folder, 'source');
      await mkdir(join(source, 'Noten/leise'), { recursive: true });
      for (const name of ODD) await writeFile(join(source, 'Noten/leise', name), `content of ${name}`);
      await writeFile(join(source, 'gross.bin'), randomBytes(5_000_000));
      await rclone('copy', source, 'dav:');
      await rclone('check', '--download', source, 'dav:');
      expect((await listed('ben', '/Noten/leise/')).length).toBe(ODD.length + 1);
      await rclone('moveto', 'dav:Noten', 'dav:Lieder');
      await rclone('copyto', 'dav:gross.bin', 'dav:Lieder/kopie.bin');
      await rclone('copy', 'dav:Lieder', join(folder, 'back'));
      expect((await readdir(join(folder, 'back/leise'))).toSorted()).toEqual(ODD.toSorted());
      const hashOf = async (path: string) =>
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex');
      expect(await hashOf(join(folder, 'back/kopie.bin'))).toBe(await hashOf(join(source, 'gross.bin')));
      await rclone('purge', 'dav:Lieder');
      expect(await listed('ben')).toEqual(['/', '/gross.bin']);
      expect((await api('ada', 'GET', '/bin')).body.data.length).toBeGreaterThan(0);
    },
  );

  it.skipIf(!hasProgram('cadaver'))('cadaver writes, holds, moves and reads', { timeout: 120_000 }, async () => {
    const { hostname, port } = new URL(server.url);
    await writeFile(join(folder, '.netrc'), `machine ${hostname} login ada password ${password}\n`, { mode: 0o600 });
    const [odd = ''] = ODD;
    await writeFile(join(folder, odd), 'odd');
    const input = [
      'mkcol Noten',
      `put "${odd}"`,
      `lock "${odd}"`,
      `discover "${odd}"`,
      `unlock "${odd}"`,
      `move "${odd}" Noten/lied.txt`,
      'copy Noten Kopie',
      'get Kopie/lied.txt fetched.txt',
      'rmcol Noten',
      'ls',
      'quit',
    ];
    const run = await runProgram('cadaver', [`http://${hostname}:${port}/dav/files/amsel/Chor/`], {
      input: `${input.join('\n')}\n`,
      cwd: folder,
      env: { HOME: folder },
    });
    expect(run.output).not.toMatch(/fail|error|denied/i);
    expect(await readFile(join(folder, 'fetched.txt'), 'utf8')).toBe('odd');
    expect(await listed('ben')).toEqual(['/', '/Kopie/']);
  });
});
