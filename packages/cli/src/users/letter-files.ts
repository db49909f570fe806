import { generateApi, type LetterFilter } from '@kreide/core/features/user-import';
import type { Cli } from '../cli.ts';
import { wrongUse } from '../failures.ts';
import { requireSecretFile, writeSecretFile } from '../secret-file.ts';
import type { Connection } from '../session.ts';

/** Where the letters and the spreadsheet with the codes go. */
export interface LetterPaths {
  readonly letters: string | null;
  readonly table: string | null;
}

/** Says before anything happens what is wrong with the files. */
export function requireLetterPaths(cli: Cli, { letters, table }: LetterPaths, force: boolean): void {
  if (letters !== null && letters === table) throw wrongUse(cli.t('files.sameName', { name: letters }), letters);
  for (const path of [letters, table]) if (path !== null) requireSecretFile(cli, path, force);
}

/** Fetches the letters of a run, all or some of those whose codes nobody has used, and writes them. */
export async function writeLetterFiles(
  cli: Cli,
  { client, self }: Connection,
  run: number,
  { letters, table }: LetterPaths,
  wanted: LetterFilter = {},
): Promise<void> {
  const params = { id: String((await self()).school_id) };
  for (const [path, format] of [[letters, 'pdf'] as const, [table, 'xlsx'] as const]) {
    if (path === null) continue;
    const query = { bulk_id: String(run), format, ...wanted };
    const content = await client.call(generateApi.downloadUsers, { params, query }, { signal: cli.signal });
    writeSecretFile(path, new Uint8Array(await content.arrayBuffer()));
    cli.terminal.err(`${cli.t('users.written', { path })}\n`);
  }
}
