import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from './server.ts';

interface Values {
  school_id: number;
  user_id: number;
  room: string;
}

/** A file of 12 bytes that is to come in parts, and of which nothing has come yet. */
export async function buildPartial(server: TestServer, values: Values): Promise<string> {
  const { uuid } = await server.test.database.kysely
    .insertInto('file_uploads')
    .values({ ...values, name: 'Film.mp4', size: 12, expires_at: '2099-01-01T00:00:00Z' })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  const folder = join(server.dataFolder, 'files', 'partial');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, uuid), '');
  return uuid;
}
