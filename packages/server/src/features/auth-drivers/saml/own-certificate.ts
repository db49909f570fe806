import { createSign, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const make = promisify(generateKeyPair);

/** Tag, length, content (X.690): as much of it as one certificate needs. */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts);
/** `sha256WithRSAEncryption`, `commonName`: numbers of objects as they are written. */
const RSA_SHA256 = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const nameOf = (text: string) => sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(text)))));
const timeOf = (date: Date) => tagged(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+/g, '')}`));

export interface OwnKey {
  /** PEM (PKCS #8). */
  readonly key: string;
  /** PEM. */
  readonly certificate: string;
}

/**
 * A key with a certificate that it has signed itself, which is all that services of SAML ask for: they compare it with the one that they
 * were given, and believe no authority. Node can read certificates and not write them; the packages that do are ten times as long as this.
 */
export async function createOwnKey(name: string, from: Date, until: Date): Promise<OwnKey> {
  const { privateKey, publicKey } = await make('rsa', { modulusLength: 2048 });
  // Positive, so that its first bit is none of its sign.
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(15)]);
  const content = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    RSA_SHA256,
    nameOf(name),
    sequence(timeOf(from), timeOf(until)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(content).sign(privateKey);
  const whole = sequence(content, RSA_SHA256, tagged(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
