import { type Ber, ber, readAll } from './ber.ts';

/** Pages of a search (RFC 2696). */
const OID = '1.2.840.113556.1.4.319';

/** Which page somebody asks for: how many entries, from which on; null: all of them at once. */
export function askedPage(controls: Ber | undefined): { size: number; from: number } | null {
  if (controls?.tag !== 0xa0) return null;
  for (const control of readAll(controls.body)) {
    const parts = readAll(control.body);
    if (parts[0]?.body.toString() !== OID) continue;
    const [size, cookie] = readAll(readAll(parts.at(-1)?.body ?? Buffer.alloc(0))[0]?.body ?? Buffer.alloc(0));
    return {
      size: size?.body.readUIntBE(0, size.body.length) ?? 0,
      from: Number(cookie?.body.toString() || 0),
    };
  }
  return null;
}

/** What goes with the end of a page: where the next one begins; null: this was the last. */
export function nextPage(from: number | null): Buffer {
  const value = ber(0x30, ber(0x02, Buffer.from([0])), ber(0x04, from === null ? '' : `${from}`));
  return ber(0xa0, ber(0x30, ber(0x04, OID), ber(0x04, value)));
}
