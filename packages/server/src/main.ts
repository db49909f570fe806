import { join } from 'node:path';
import { ConfigError, readConfig } from './kernel/config.ts';
import { DatabaseError } from './kernel/database.ts';
import { createLog } from './kernel/log.ts';
import { MigrationError } from './kernel/migrate.ts';
import { PostgresError } from './kernel/postgres/index.ts';
import { startServer } from './server.ts';

/** How long the end may take, ms (D-4.03). */
const END_LIMIT = 10_000;

/** What went wrong at the start, in words for the person at the terminal. */
function toWords(thrown: unknown, port: number | null): string {
  if (
    thrown instanceof ConfigError ||
    thrown instanceof DatabaseError ||
    thrown instanceof PostgresError ||
    thrown instanceof MigrationError
  )
    return thrown.message;
  const { code, syscall, path, address } = thrown as NodeJS.ErrnoException & { address?: string };
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop the other program or choose another port with PORT=…`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}. Choose another one with HOST=…`;
  if ((code === 'EACCES' || code === 'EROFS' || code === 'EPERM') && path)
    return `The folder ${path} cannot be written (${syscall}). Choose another one with KREIDE_DATA=…`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Choose one above 1023 with PORT=…`;
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog({ json: config.production, level: config.production ? 'info' : 'warn' });
  try {
    const server = await startServer({ config, log, root: join(import.meta.dirname, '../../..') });
    let isEnding = false;
    const end = () => {
      if (isEnding) return;
      isEnding = true;
      setTimeout(() => process.exit(1), END_LIMIT).unref();
      server.close().then(
        () => process.exit(0),
        (thrown) => {
          log.error({ err: thrown }, 'the end was not clean');
          process.exit(1);
        },
      );
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
    console.log(`Kreide is ready at ${server.url}`);
    for (const line of server.hints) console.log(line);
  } catch (thrown) {
    console.error(toWords(thrown, config.port));
    process.exit(1);
  }
}

main().catch((thrown) => {
  console.error(toWords(thrown, null));
  process.exit(1);
});
