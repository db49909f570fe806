import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest();
const encode = (value: Buffer | string) => Buffer.from(value).toString('base64url');

/** Present and verified; 0x40 besides: a key is inside. */
const FLAGS = { used: 0x05, made: 0x45 } as const;

interface Place {
  rpId: string;
  origin: string;
}

/** A passkey in software (WebAuthn, ES256, no attestation), which says whatever a test wants it to say. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);

  const clientData = (type: string, challenge: string, { origin }: Place) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = ({ rpId }: Place, flags: number, counter: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  };

  return {
    /** Answers the challenge of a new passkey. */
    make(challenge: string, place: Place, counter = 0) {
      // CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const data = Buffer.concat([
        head(place, FLAGS.made, counter),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(data.length);
      // CBOR: { fmt: 'none', attStmt: {}, authData }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        length,
        data,
      ]);
      const client_data = encode(clientData('webauthn.create', challenge, place));
      return { id: encode(id), client_data, attestation: encode(attestation), transports: ['internal'] };
    },

    /** Answers the challenge of a sign-in. */
    use(challenge: string, place: Place, counter: number, flags: number = FLAGS.used) {
      const data = head(place, flags, counter);
      const client = clientData('webauthn.get', challenge, place);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: encode(id),
        client_data: encode(client),
        authenticator_data: encode(data),
        signature: encode(signature),
      };
    },
  };
}
