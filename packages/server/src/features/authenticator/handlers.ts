import { authenticatorApi, type KeyCode, type NewKey } from '@kreide/core/features/authenticator';
import { Secret, TOTP } from 'otpauth';
import { createSeal, type Seal } from '../../kernel/config/seal.ts';
import { implement } from '../../kernel/http/implement.ts';
import { createToken, reserveAttempt } from '../auth/index.ts';
import { deleteKey, insertKey, type KeyRow, readKeys } from './queries.ts';

const PURPOSE = 'two-factor key';

/** The day of an instant, which is enough to know what is in use. */
export const toDay = (now: Date): string => now.toISOString().slice(0, 10);

function toCode({ key, algorithm, digits, period }: NewKey, now: Date): KeyCode {
  const timestamp = now.getTime();
  const code = new TOTP({ secret: Secret.fromBase32(key), algorithm, digits, period }).generate({ timestamp });
  return { code, period, expires_in: period * 1000 - (timestamp % (period * 1000)) };
}

/** The two-factor service: it answers codes, never a key, and reads no credentials (T-7.153 to T-7.158). */
export function authenticatorHandlers({ seal }: { seal: Seal }) {
  const toHash = (id: string) => seal.hash(id, PURPOSE);
  /** Made of the server's key and the id: the database and the server's key together open nothing. */
  const sealOf = (id: string) => createSeal(seal.hash(id, `${PURPOSE} seal`));
  const open = (id: string, { sealed }: KeyRow) => JSON.parse(sealOf(id).open(sealed, PURPOSE)) as NewKey;

  return implement(authenticatorApi, {
    async create({ body, request, db, now, write }) {
      await reserveAttempt(db, { keys: request.network }, now);
      const id = createToken();
      const sealed = sealOf(id).close(JSON.stringify(body), PURPOSE);
      await insertKey(await write(), { id_hash: toHash(id), sealed }, toDay(now));
      return { data: { id } };
    },

    async remove({ params, request, db, now, write, fail }) {
      if (await deleteKey(await write(), toHash(params.secret))) return { data: null };
      await reserveAttempt(db, { unknown_keys: request.network }, now);
      return fail('not_found');
    },

    async getCode({ params, request, db, now, fail }) {
      const [row] = await readKeys(db, [toHash(params.secret)], toDay(now));
      if (row) return { data: toCode(open(params.secret, row), now) };
      await reserveAttempt(db, { unknown_keys: request.network }, now);
      return fail('not_found');
    },

    async listCodes({ body, request, db, now }) {
      const hashes = body.ids.map(toHash);
      const rows = new Map((await readKeys(db, hashes, toDay(now))).map((row) => [row.id_hash, row]));
      const found = body.ids.map((id, index) => ({ id, row: rows.get(hashes[index] ?? '') }));
      if (found.some(({ row }) => !row)) await reserveAttempt(db, { unknown_keys: request.network }, now);
      return { data: found.map(({ id, row }) => (row ? toCode(open(id, row), now) : null)) };
    },
  });
}
