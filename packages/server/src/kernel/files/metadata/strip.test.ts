import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { anHeic, HEIC_PICTURE } from '../../../../../../tests/support/heic.ts';
import { durationOf } from './duration.ts';
import { stripFilmFile } from './film-file.ts';
import { writeOrientation } from './orientation.ts';
import { canTellPlace, stripMetadata } from './strip.ts';

const SAID = 'GPSLatitude 52.5 of a telephone';
const KINDS = ['jpeg', 'png', 'webp', 'avif'] as const;
type Kind = (typeof KINDS)[number];
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${SAID}</x:xmpmeta>`;

/** Red on the left, blue on the right, so that a turn shows. */
const drawn = () =>
  sharp({ create: { width: 64, height: 32, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width: 32, height: 32, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
  ]);
async function aPicture(kind: Kind, orientation: number): Promise<Buffer> {
  const exif = { IFD0: { Make: SAID, ImageDescription: SAID }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } };
  return drawn().withMetadata({ orientation, exif }).withXmp(XMP).toFormat(kind, { quality: 90 }).toBuffer();
}
const strip = (bytes: Buffer): Buffer => {
  const stripped = stripMetadata(bytes);
  if (!stripped) throw new Error('not stripped');
  return stripped;
};
const uprightPixels = (bytes: Buffer) => sharp(bytes, { failOn: 'warning' }).autoOrient().raw().toBuffer();
const segment = (marker: number, body: string) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, Buffer.from(body, 'latin1')]);
};

describe('what a picture says of itself', () => {
  it.each(KINDS.flatMap((kind) => [1, 3, 6, 8].map((turn) => [kind, turn] as const)))(
    'is not in a %s any more, and the picture looks the same, turned by %i',
    async (kind, turn) => {
      const bytes = await aPicture(kind, turn);
      expect(bytes.includes(SAID)).toBe(true);
      const stripped = strip(bytes);
      expect(stripped.includes(SAID)).toBe(false);
      expect(stripped.includes('GPS')).toBe(false);
      expect((await uprightPixels(stripped)).equals(await uprightPixels(bytes))).toBe(true);
      const [before, after] = [await sharp(bytes).metadata(), await sharp(stripped).metadata()];
      expect(after.autoOrient).toEqual(before.autoOrient);
      expect(after.xmp?.toString().trim() ?? '').toBe('');
      // Twice is once.
      expect(strip(stripped).equals(stripped)).toBe(true);
    },
  );

  it('leaves the colour profile where it is', async () => {
    for (const kind of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await drawn().withIccProfile('p3').toFormat(kind).toBuffer();
      expect((await sharp(strip(bytes)).metadata()).icc?.length, kind).toBe(
        (await sharp(bytes).metadata()).icc?.length,
      );
    }
  });

  it('is in no other segment of a JPEG either, nor behind its end, where telephones put films and further pictures', async () => {
    for (const progressive of [false, true]) {
      const plain = await drawn().jpeg({ progressive }).toBuffer();
      const said = [
        segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SAID}`),
        segment(0xed, `Photoshop 3.0\0${SAID}`),
        segment(0xe2, `MPF\0${SAID}`),
        segment(0xe0, `JFXX\0${SAID}`),
        segment(0xfe, SAID),
        Buffer.from('\0\0'),
      ];
      const after = Buffer.concat([await aPicture('jpeg', 1), Buffer.from(SAID)]);
      const bytes = Buffer.concat([plain.subarray(0, 2), ...said, plain.subarray(2), after]);
      const stripped = strip(bytes);
      expect(stripped.includes(SAID)).toBe(false);
      expect((await uprightPixels(stripped)).equals(await uprightPixels(plain))).toBe(true);
    }
  });

  it('is in no text of a PNG, packed or not, nor in its time or in what follows its end', async () => {
    const plain = await drawn().png().toBuffer();
    const chunk = (type: string) => {
      const head = Buffer.alloc(4);
      head.writeUInt32BE(SAID.length);
      return Buffer.concat([head, Buffer.from(type + SAID), Buffer.alloc(4)]);
    };
    const said = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'caBX', 'eXIf'].map(chunk);
    const bytes = Buffer.concat([plain.subarray(0, 33), ...said, plain.subarray(33), Buffer.from(SAID)]);
    expect(strip(bytes).equals(plain)).toBe(true);
  });

  it('is in no item, box or film of a HEIC; nothing moves, so that the picture stays where the file says', () => {
    const bytes = anHeic(Buffer.from(SAID));
    const stripped = strip(bytes);
    expect(stripped.length).toBe(bytes.length);
    expect([bytes.includes(SAID), stripped.includes(SAID)]).toEqual([true, false]);
    expect(stripped.indexOf(HEIC_PICTURE)).toBe(bytes.indexOf(HEIC_PICTURE));
    for (const type of ['ftypheic', 'meta', 'iloc', 'mdat']) expect(stripped.includes(type), type).toBe(true);
  });
});

const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const numbers = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([0, 0, 0, value])));
const PICTURES = Buffer.from('pictures and sound');

/** A film with a place in its boxes and in a track of what the device measured; its content begins at byte 32. */
function aFilm(brand: 'ftyp' | 'wide'): Buffer {
  const said = Buffer.from(SAID);
  const isLong = brand === 'wide';
  const track = (handler: string, at: number, size: number) =>
    box(
      'trak',
      box('udta', said),
      box(
        'mdia',
        box('hdlr', numbers(0, 0), Buffer.from(handler), said),
        box(
          'minf',
          box(
            'stbl',
            box('stsz', isLong ? numbers(0, size, 1) : numbers(0, 0, 2, 8, size - 8)),
            box('stsc', numbers(0, 1, 1, isLong ? 1 : 2, 1)),
            isLong ? box('co64', numbers(0, 1, 0, at)) : box('stco', numbers(0, 1, at)),
          ),
        ),
      ),
    );
  const content = Buffer.concat([PICTURES, said]);
  const head = brand === 'ftyp' ? box('ftyp', Buffer.from('mp42\0\0\0\0mp42isom')) : box('wide', Buffer.alloc(16));
  return Buffer.concat([
    head,
    box('mdat', content),
    box(
      'moov',
      box('mvhd', Buffer.alloc(100)),
      track(isLong ? 'soun' : 'vide', 32, PICTURES.length),
      track('meta', 32 + PICTURES.length, said.length),
      box('udta', box('\u00a9xyz', said)),
      box('meta', said),
    ),
    box('moof', box('traf', box('udta', said))),
    box('uuid', said),
    box('free', said),
    said,
  ]);
}

describe('what a film, a GIF and a TIFF say of themselves', () => {
  it.each(['ftyp', 'wide'] as const)('is not in a film any more that begins with %s; nothing moves', (brand) => {
    const bytes = aFilm(brand);
    const stripped = strip(bytes);
    expect(stripped.length).toBe(bytes.length);
    // The name of the handler of pictures is a part of how they are read.
    expect(stripped.toString('latin1').split(SAID)).toHaveLength(2);
    expect(stripped.indexOf(PICTURES)).toBe(32);
    const measured = 32 + PICTURES.length;
    expect(stripped.subarray(measured, measured + SAID.length).equals(Buffer.alloc(SAID.length))).toBe(true);
    expect(stripped.toString('latin1').split('trak')).toHaveLength(2);
    expect(stripped.includes(brand === 'ftyp' ? 'stco' : 'co64')).toBe(true);
    expect(strip(stripped).equals(stripped)).toBe(true);
    // Nor in a rest that is too short for a box.
    expect(strip(Buffer.concat([box('moov', Buffer.alloc(8)), Buffer.from('GPS52.5')])).includes('GPS')).toBe(false);
  });

  it('is in no comment of a GIF and in nothing that a program has put there; it moves as before', async () => {
    const frame = (colour: string) => sharp({ create: { width: 8, height: 8, channels: 3, background: colour } }).png();
    const frames = await Promise.all(['#f00', '#00f'].map((colour) => frame(colour).toBuffer()));
    const plain = await sharp(frames, { join: { animated: true } })
      .gif({ loop: 3, delay: [100, 200] })
      .toBuffer();
    const at = plain.indexOf(Buffer.from([0x21]));
    const block = (label: number, ...parts: string[]) =>
      Buffer.concat([
        Buffer.from([0x21, label]),
        ...parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]),
        Buffer.from([0]),
      ]);
    const said = [block(0xfe, SAID), block(0xff, 'XMP DataXMP', SAID)];
    const bytes = Buffer.concat([plain.subarray(0, at), ...said, plain.subarray(at), Buffer.from(SAID)]);
    expect(strip(bytes).equals(plain)).toBe(true);
    expect((await sharp(strip(bytes), { animated: true }).metadata()).pages).toBe(2);
  });

  it.each(['little', 'big'] as const)('is in no directory of a TIFF, %s end first; the picture stays', (order) => {
    const said = `${SAID}\0`;
    const [short, long] =
      order === 'little'
        ? (['writeUInt16LE', 'writeUInt32LE'] as const)
        : (['writeUInt16BE', 'writeUInt32BE'] as const);
    const bytes = Buffer.alloc(440);
    bytes.write(order === 'little' ? 'II*\0' : 'MM\0*', 0, 'latin1');
    bytes[long](8, 4);
    const directory = (at: number, entries: [tag: number, type: number, count: number, value: number][]) => {
      bytes[short](entries.length, at);
      for (const [index, [tag, type, count, value]] of entries.entries()) {
        const entry = at + 2 + index * 12;
        bytes[short](tag, entry);
        bytes[short](type, entry + 2);
        bytes[long](count, entry + 4);
        bytes[long](value, entry + 8);
      }
    };
    for (const at of [200, 240, 280, 320, 360, 400]) bytes.write(said, at, 'latin1');
    directory(8, [
      [256, 4, 1, 64],
      [270, 2, said.length, 200],
      [271, 2, said.length, 320],
      [330, 4, 1, 120],
      [34_665, 4, 1, 100],
      [34_853, 4, 1, 150],
    ]);
    directory(100, [[42_033, 2, said.length, 240]]);
    // A further picture of the same page, and a second page.
    directory(120, [[33_723, 2, said.length, 360]]);
    bytes[long](180, 82);
    directory(180, [[700, 1, said.length, 400]]);
    directory(150, [
      [1, 2, 2, 0x4e000000],
      [2, 5, 3, 280],
    ]);
    const stripped = strip(bytes);
    expect(stripped.length).toBe(bytes.length);
    expect([200, 240, 280, 320, 360, 400].filter((at) => stripped.indexOf(SAID, at) === at)).toEqual([320]);
    expect(stripped.subarray(160, 164).equals(Buffer.alloc(4))).toBe(true);
    expect(stripped.subarray(8, 22).equals(bytes.subarray(8, 22))).toBe(true);
  });
});

/** A head of a film, of the short or the long kind. */
function aHead(units: number, length: number, isLong = false): Buffer {
  const bytes = Buffer.alloc(isLong ? 108 : 96);
  bytes[0] = isLong ? 1 : 0;
  bytes.writeUInt32BE(units, isLong ? 20 : 12);
  if (isLong) bytes.writeBigUInt64BE(BigInt(length), 24);
  else bytes.writeUInt32BE(length, 16);
  return bytes;
}
const TYPE = box('ftyp', Buffer.from('isom\0\0\0\0isom'));

it('a film lasts what its head says, of either kind, up to a week; one that is cut off says nothing', () => {
  const week = 7 * 24 * 60 * 60;
  const lasts = (head: Buffer) => durationOf(Buffer.concat([TYPE, box('moov', box('mvhd', head))]));
  const heads = [aHead(2, 3), aHead(2, 3, true), aHead(1, week), aHead(1, week + 1)];
  expect(heads.map(lasts)).toEqual([2, 2, week, null]);
  expect([lasts(aHead(2, 3).subarray(0, 31)), lasts(aHead(2, 3).subarray(0, 8))]).toEqual([null, null]);
});

describe('a film that is too large for memory', () => {
  const inFolder = async <Result>(use: (path: string) => Promise<Result>): Promise<Result> => {
    const folder = await mkdtemp(join(tmpdir(), 'film-'));
    return use(join(folder, 'film')).finally(() => rm(folder, { recursive: true }));
  };

  it('is stripped in its file to the same bytes as in memory, however its boxes say their length', async () => {
    const said = Buffer.from(SAID);
    const moof = box('moof', box('mvhd', aHead(1, 9)), box('traf', box('udta', said)));
    const long = (type: string, content: Buffer) => {
      const head = Buffer.from([0, 0, 0, 1, ...Buffer.from(type), 0, 0, 0, 0, 0, 0, 0, 0]);
      head.writeBigUInt64BE(BigInt(content.length + 16), 8);
      return Buffer.concat([head, content]);
    };
    const toEnd = (type: string, content: Buffer) => {
      const all = box(type, content);
      all.writeUInt32BE(0);
      return all;
    };
    const moov = box('moov', box('mvhd', aHead(1, 5)), box('udta', said));
    const large = Buffer.alloc(2 * 1024 * 1024 + 5, 'GPS');
    const films = [
      aFilm('ftyp'),
      aFilm('wide'),
      Buffer.concat([TYPE, long('mdat', PICTURES), box('uuid', large), moov, moof, said]),
      Buffer.concat([TYPE, moov, moof, long('skip', said), toEnd('mdat', PICTURES)]),
      Buffer.concat([TYPE, moov, toEnd('uuid', said)]),
    ];
    for (const film of films)
      await inFolder(async (path) => {
        await writeFile(path, film);
        expect(await stripFilmFile(path)).toEqual({ duration_in_seconds: durationOf(film) });
        expect((await readFile(path)).equals(strip(film))).toBe(true);
      });
  });

  it('is damaged if its tables are larger than those of any film', async () => {
    await inFolder(async (path) => {
      const tables = 64 * 1024 * 1024 + 1;
      const head = Buffer.concat([TYPE, box('moov')]);
      head.writeUInt32BE(tables + 8, TYPE.length);
      await writeFile(path, head);
      await using file = await open(path, 'r+');
      await file.truncate(TYPE.length + 8 + tables);
      await expect(stripFilmFile(path)).rejects.toThrow(RangeError);
    });
  });
});

describe('a file that is cut off or damaged', () => {
  it('is stripped as far as it goes, or said to be damaged; it never takes long and never fails otherwise', async () => {
    const others = [
      anHeic(Buffer.from(SAID)),
      aFilm('ftyp'),
      await drawn().gif().toBuffer(),
      await drawn().tiff().toBuffer(),
    ];
    for (const bytes of [...(await Promise.all(KINDS.map((kind) => aPicture(kind, 6)))), ...others]) {
      for (let end = 4; end < Math.min(bytes.length, 1500); end += 7) stripMetadata(bytes.subarray(0, end));
      for (let at = 4; at < Math.min(bytes.length, 1500); at += 5) {
        const changed = Buffer.from(bytes);
        changed[at] = 0xff;
        stripMetadata(changed);
      }
    }
  });

  it('and says of its Exif data that they stand elsewhere is damaged', () => {
    expect(stripMetadata(anHeic(Buffer.from(SAID), 1_000_000))).toBeNull();
  });

  it('is no picture of these kinds: nothing is done to it', () => {
    for (const text of ['', 'Noten', '%PDF-1.7', 'GIF', 'II+\0\0\0\0\0', '\0\0\0\0moov\0\0\0\0\0\0\0\0\0']) {
      expect(canTellPlace(Buffer.from(text, 'latin1'))).toBe(false);
      expect(stripMetadata(Buffer.from(text, 'latin1'))).toBeNull();
    }
    expect(writeOrientation(6).length).toBe(26);
  });
});
