import { Buffer } from 'node:buffer';

const isUtf16 = (encoding = '') => /^(ucs-?2|utf-?16le)$/i.test(encoding);

/**
 * Runs `read` while texts of UTF-16 are made of whole units only. Node writes one byte behind its memory where it makes a
 * text of an odd number of bytes that begin at an odd address (nodejs/node#64697, open in Node 24): a spoilt or a made-up
 * file, whose lengths are odd, would end the server. The text is the same, since the last half of a unit is left out anyway.
 */
export function withWholeUnits<T>(read: () => T): T {
  const { prototype } = Buffer;
  const original = prototype.toString;
  prototype.toString = function toText(this: Buffer, encoding?: BufferEncoding, start?: number, end?: number) {
    // Only the library's own call, of the whole buffer: who names a part keeps what they asked for.
    const isOdd = start === undefined && this.length % 2 === 1 && isUtf16(encoding);
    return original.call(isOdd ? this.subarray(0, -1) : this, encoding, start, end);
  };
  try {
    return read();
  } finally {
    prototype.toString = original;
  }
}
