import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface LongFile extends AsyncDisposable {
  path: string;
}

/**
 * A file of so many bytes that lies on the disk, to be chosen in a page: its bytes would otherwise go through the driver of the browser as
 * text. After `head` there is nothing in it.
 */
export async function longFile(name: string, size: number, head: string | Buffer = ''): Promise<LongFile> {
  const folder = await mkdtemp(join(tmpdir(), 'kreide-long-'));
  const path = join(folder, name);
  await writeFile(path, head);
  await truncate(path, size);
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
