import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { anHeic, HEIC_PICTURE } from '../../../../../../tests/support/heic.ts';
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

describe('a file that is cut off or damaged', () => {
  it('is stripped as far as it goes, or said to be damaged; it never takes long and never fails otherwise', async () => {
    for (const bytes of [...(await Promise.all(KINDS.map((kind) => aPicture(kind, 6)))), anHeic(Buffer.from(SAID))]) {
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
    for (const text of ['', 'Noten', '%PDF-1.7', 'GIF89a', '\0\0\0 ftypmp42\0\0\0\0mp42isom']) {
      expect(canTellPlace(Buffer.from(text, 'latin1'))).toBe(false);
      expect(stripMetadata(Buffer.from(text, 'latin1'))).toBeNull();
    }
    expect(writeOrientation(6).length).toBe(26);
  });
});
