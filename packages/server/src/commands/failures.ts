import { ConfigError } from '../kernel/config/config.ts';
import { DatabaseError } from '../kernel/data/database.ts';
import { MigrationError } from '../kernel/data/migrate.ts';
import { PostgresError } from '../kernel/postgres/index.ts';

/** A mistake of the person at the terminal, as text. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}

const READABLE = [CommandError, ConfigError, DatabaseError, PostgresError, MigrationError];

const UNWRITABLE = new Set(['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'ENOSPC', 'EDQUOT']);

/** The failure as text for the person at the terminal; only unexpected ones come with their stack. */
export function toWords(thrown: unknown, port: number | null): string {
  if (READABLE.some((kind) => thrown instanceof kind)) return (thrown as Error).message;
  const { code, syscall, path, address } = thrown as NodeJS.ErrnoException & { address?: string };
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop the other program or choose another port with PORT=…`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}. Choose another one with HOST=…`;
  if (code !== undefined && UNWRITABLE.has(code) && path)
    return `The folder ${path} cannot be written (${code} at ${syscall}). Choose another one with KREIDE_DATA=…`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Choose one above 1023 with PORT=…`;
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
