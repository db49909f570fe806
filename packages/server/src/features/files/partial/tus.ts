import { UPLOAD_PATH } from '@kreide/core/features/files';
import { API_BASE } from '@kreide/core/kernel';
import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { sizeOfPartial } from '../queries/partial.ts';
import type { PartialFolder } from './folder.ts';
import { keyOf, partialLocker } from './locker.ts';

/** What the protocol knows of uploads: how long they will be is in the database, how much of them is there in the folder. */
class PartialStore extends DataStore {
  readonly #db: Kysely<DB>;
  readonly #folder: PartialFolder;

  constructor(db: Kysely<DB>, folder: PartialFolder) {
    super();
    this.#db = db;
    this.#folder = folder;
  }

  override async getUpload(id: string): Promise<Upload> {
    const key = keyOf(id);
    const offset = await this.#folder.lengthOf(key.uuid);
    const size = await sizeOfPartial(this.#db, key);
    if (offset === null || size === null) throw ERRORS.FILE_NOT_FOUND;
    return new Upload({ id, offset, size });
  }

  override write(content: Parameters<DataStore['write']>[0], id: string, offset: number): Promise<number> {
    return this.#folder.append(keyOf(id).uuid, content, offset);
  }
}

/** The protocol; who may use an upload is judged before. */
export const createTus = (db: Kysely<DB>, folder: PartialFolder): Server =>
  new Server({
    path: API_BASE + UPLOAD_PATH,
    datastore: new PartialStore(db, folder),
    locker: partialLocker(db),
    // What other origins may do is said for all calls alike.
    allowedOrigins: () => false,
  });
