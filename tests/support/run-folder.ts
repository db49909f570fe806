import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A temporary folder named after this process, `<tmp>/<name>-<pid>-…`. First removes what killed runs left under the
 * same name, together with the databases that still run in it.
 */
export async function makeRunFolder(name: string): Promise<string> {
  for (const folder of globSync(`${name}-*-*`, { cwd: tmpdir() })) {
    const pid = Number(folder.slice(name.length + 1).split('-')[0]);
    if (!Number.isInteger(pid) || pid <= 0 || isAlive(pid)) continue;
    const path = join(tmpdir(), folder);
    await endDatabases(path);
    await rm(path, { recursive: true, force: true });
  }
  return mkdtemp(join(tmpdir(), `${name}-${process.pid}-`));
}

async function endDatabases(folder: string): Promise<void> {
  for (const file of globSync('**/postmaster.pid', { cwd: folder })) {
    const [pid = '', data = ''] = (await readFile(join(folder, file), 'utf8')).split('\n');
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(data) && isAlive(Number(pid))) process.kill(Number(pid), 'SIGQUIT');
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
