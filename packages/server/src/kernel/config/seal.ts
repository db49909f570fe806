import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps secrets that have to be read again, and hashes those that are too short to be hashed without a key. */
export interface Seal {
  /** AES-256-GCM. It opens only for the same `owner`: moved to another row it is worthless. */
  close(secret: string, owner: string): Buffer;
  open(sealed: Buffer, owner: string): string;
  /** What can be compared, and not guessed by who has the database alone. */
  hash(secret: string, owner: string): string;
}

/** @param secret KREIDE_SECRET_KEY, or the installation's secret where that is not set */
export function createSeal(secret: string): Seal {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `kreide/${purpose}/1`, 32));
  const [sealing, hashing] = [derive('seal'), derive('seal-hash')];
  return {
    close(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(owner));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), content]);
    },
    open(sealed, owner) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
      const content = sealed.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
    },
    hash: (text, owner) =>
      createHmac('sha256', hashing)
        .update(JSON.stringify([owner, text]))
        .digest('base64url'),
  };
}
