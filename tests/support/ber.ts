/** A value as LDAP writes it (BER, ITU-T X.690): its tag, and its bytes. */
export interface Ber {
  readonly tag: number;
  readonly body: Buffer;
}

/** Writes a value; of several parts, one after the other. */
export function ber(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const { length } = body;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

/** The first value of these bytes, and how many it takes; null: not all of it has come. */
export function readBer(bytes: Buffer): { value: Ber; size: number } | null {
  if (bytes.length < 2) return null;
  const [tag = 0, first = 0] = bytes;
  const more = first < 128 ? 0 : first & 0x7f;
  if (bytes.length < 2 + more) return null;
  const length = more === 0 ? first : bytes.readUIntBE(2, more);
  const size = 2 + more + length;
  return bytes.length < size ? null : { value: { tag, body: bytes.subarray(2 + more, size) }, size };
}

/** The values that stand one after the other. */
export function readAll(bytes: Buffer): Ber[] {
  const found: Ber[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const read = readBer(rest);
    if (!read) throw new Error('a value is cut off');
    found.push(read.value);
    rest = rest.subarray(read.size);
  }
  return found;
}
