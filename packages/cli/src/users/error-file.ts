import { writeFileSync } from 'node:fs';
import { type ImportLine, type ImportRun, writeRejected } from '@kreide/core/features/user-import';
import type { Cli } from '../cli.ts';

/** Writes the rejected rows where somebody wants them (D-3.07). */
export function writeErrors(cli: Cli, run: ImportRun, rejected: readonly ImportLine[], path: string): void {
  const { t } = cli;
  const words = { row: t('report.row'), column: t('report.column'), reason: t('report.reason') };
  writeFileSync(path, writeRejected(run.columns, rejected, words));
  cli.terminal.err(`${t('users.errorsWritten', { path })}\n`);
}
