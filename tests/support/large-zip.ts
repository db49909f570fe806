import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A file that is the same piece, `count` times. */
interface LargeFile {
  name: string;
  piece: Uint8Array;
  count: number;
  /** Of the compression, 0 to 9. */
  level?: number;
}

const VERSION = 20;
const DEFLATED = 8;

/** A zip archive of large files. Each piece is compressed once, so that hundreds of megabytes take a moment. */
export function zipOfLarge(files: readonly LargeFile[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, piece, count, level = 9 } of files) {
    // A full flush ends a piece at a whole byte and lets the next one refer to nothing before it.
    const packed = deflateRawSync(piece, { level, finishFlush: constants.Z_FULL_FLUSH });
    const content = [...Array.from({ length: count }, () => packed), deflateRawSync(new Uint8Array(0))];
    const about = Buffer.alloc(26);
    about.writeUInt16LE(VERSION, 0);
    about.writeUInt16LE(DEFLATED, 4);
    about.writeUInt32LE(
      Array.from({ length: count }).reduce<number>((sum) => crc32(piece, sum), 0),
      10,
    );
    about.writeUInt32LE(
      content.reduce((sum, { length }) => sum + length, 0),
      14,
    );
    about.writeUInt32LE(piece.length * count, 18);
    about.writeUInt16LE(name.length, 22);
    const local = [Buffer.from('PK\x03\x04'), about, Buffer.from(name), ...content];
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.of(VERSION, 0), about, place, Buffer.from(name));
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]));
}
