import { type Box, boxesIn, emptyBox, emptyDescriptions, readerAt, typeAt } from './boxes.ts';

/** Part of the content of an item. */
interface Extent {
  readonly at: number;
  readonly length: number;
}

const BRANDS = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'hevm',
  'hevs',
  'mif1',
  'mif2',
  'msf1',
  'avif',
  'avis',
]);
/** What a file of pictures consists of; anything else at its top is data of the maker: films, depth, the place. */
const PICTURE = new Set(['ftyp', 'meta', 'mdat', 'idat', 'moov', 'moof', 'pitm', 'wide']);
/** Items that describe others. */
const METADATA = new Set(['Exif', 'mime', 'uri ']);
/** Exif data that say nothing: where they begin, and a TIFF directory without entries. */
const NO_EXIF = Buffer.from('0000000049492a00080000000000' + '00000000', 'hex');

export function isHeif(bytes: Buffer): boolean {
  if (bytes.length < 16 || typeAt(bytes, 4) !== 'ftyp') return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 512);
  for (let at = 8; at + 4 <= end; at += 4) if (BRANDS.has(typeAt(bytes, at))) return true;
  return false;
}

/** The numbers of the items that only describe. */
function describingItems(bytes: Buffer, iinf: Box): Map<number, string> {
  const version = bytes[iinf.body] as number;
  const items = new Map<number, string>();
  for (const { type, body } of boxesIn(bytes, iinf.body + (version === 0 ? 6 : 8), iinf.end)) {
    const entry = bytes[body] as number;
    if (type !== 'infe' || entry < 2) continue;
    const read = readerAt(bytes, body + 4);
    const id = read(entry === 2 ? 2 : 4);
    read(2);
    const kind = typeAt(bytes, body + 4 + (entry === 2 ? 4 : 6));
    if (METADATA.has(kind)) items.set(id, kind);
  }
  return items;
}

/** Where in the file the content of each item stands. */
function extentsOf(bytes: Buffer, iloc: Box, idat: Box | undefined): Map<number, Extent[]> {
  const read = readerAt(bytes, iloc.body);
  const version = read(1);
  read(3);
  const [sizes, more] = [read(1), read(1)];
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4];
  const indexSize = version > 0 ? more & 15 : 0;
  const count = read(version < 2 ? 2 : 4);
  const places = new Map<number, Extent[]>();
  for (let index = 0; index < count; index += 1) {
    const id = read(version < 2 ? 2 : 4);
    const method = version > 0 ? read(2) & 15 : 0;
    read(2);
    const base = read(baseSize) + (method === 1 ? (idat?.body ?? 0) : 0);
    const extents: Extent[] = [];
    for (let rest = read(2); rest > 0; rest -= 1) {
      read(indexSize);
      const at = base + read(offsetSize);
      const length = read(lengthSize);
      // Without a length it is the whole of its container; one within another item has no place in the file to write to.
      if (method > 1) extents.push({ at: -1, length });
      else extents.push({ at, length: length > 0 ? length : (method === 1 ? (idat?.end ?? at) : bytes.length) - at });
    }
    places.set(id, extents);
  }
  return places;
}

/** Nothing moves in the file: what describes is written over, so that all offsets stay right. */
function emptyItems(bytes: Buffer, meta: Box): void {
  const inner = boxesIn(bytes, meta.body + 4, meta.end);
  const boxOf = (type: string) => inner.find((box) => box.type === type);
  const [iinf, iloc] = [boxOf('iinf'), boxOf('iloc')];
  for (const box of inner) if (box.type === 'uuid') emptyBox(bytes, box);
  if (!iinf || !iloc) return;
  const places = extentsOf(bytes, iloc, boxOf('idat'));
  for (const [id, kind] of describingItems(bytes, iinf))
    for (const [index, { at, length }] of (places.get(id) ?? []).entries()) {
      bytes.fill(kind === 'Exif' ? 0 : ' ', at, at + length);
      if (kind === 'Exif' && index === 0 && length >= NO_EXIF.length) NO_EXIF.copy(bytes, at);
    }
}

/**
 * A HEIC, HEIF or AVIF without Exif, XMP and the maker's data. Which side is up is a property of the picture there and stays. Throws
 * RangeError for one whose tables lead out of it.
 */
export function stripHeif(source: Buffer): Buffer {
  const bytes = Buffer.from(source);
  const boxes = boxesIn(bytes, 0, bytes.length);
  for (const box of boxes) {
    if (box.type === 'meta') emptyItems(bytes, box);
    else if (box.type === 'moov') emptyDescriptions(bytes, box);
    else if (!PICTURE.has(box.type)) emptyBox(bytes, box);
  }
  // What follows the last box belongs to no picture.
  bytes.fill(0, boxes.at(-1)?.end ?? 0);
  return bytes;
}
