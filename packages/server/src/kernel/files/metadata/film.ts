import { type Box, boxesIn, emptyBox, emptyDescriptions, readerAt, typeAt } from './boxes.ts';
import { isHeif } from './heif.ts';

/** The boxes at the top of a film; any other box there is data of the maker, or left over from an earlier version. */
const FILM = new Set(['ftyp', 'styp', 'moov', 'moof', 'mfra', 'mdat', 'sidx', 'ssix', 'prft', 'pdin', 'wide']);
/** The boxes that a film of QuickTime may begin with; it need not say its type. */
const BEGINNINGS = new Set(['moov', 'mdat', 'wide']);

/** A film or a recording of MP4, QuickTime or 3GP. */
export function isFilm(bytes: Buffer): boolean {
  if (bytes.length < 16 || isHeif(bytes)) return false;
  const type = typeAt(bytes, 4);
  return type === 'ftyp' || (BEGINNINGS.has(type) && bytes.readUInt32BE(0) !== 0);
}

const childOf = (bytes: Buffer, box: Box | undefined, type: string): Box | undefined =>
  box && boxesIn(bytes, box.body, box.end).find((one) => one.type === type);

/** Is this a track of neither pictures nor sound: of places, of what a sensor measured? */
function isOfMetadata(bytes: Buffer, track: Box): boolean {
  const handler = childOf(bytes, childOf(bytes, track, 'mdia'), 'hdlr');
  return handler !== undefined && typeAt(bytes, handler.body + 8) === 'meta';
}

/** Where something stands in a film: from here to before there. */
export type Span = readonly [from: number, to: number];

/** Where the samples of a track stand in a film of that length, as far as its tables go. */
function samplesOf(bytes: Buffer, track: Box, length: number): Span[] {
  const spans: Span[] = [];
  const table = childOf(bytes, childOf(bytes, childOf(bytes, track, 'mdia'), 'minf'), 'stbl');
  const [sizes, chunks] = [childOf(bytes, table, 'stsz'), childOf(bytes, table, 'stsc')];
  const short = childOf(bytes, table, 'stco');
  const places = short ?? childOf(bytes, table, 'co64');
  if (sizes && chunks && places) {
    const sizeOf = readSizes(bytes, sizes);
    const samplesIn = readChunks(bytes, chunks);
    const read = readerAt(bytes, places.body + 4);
    const count = Math.min(read(4), Math.floor((bytes.length - places.body - 8) / (short ? 4 : 8)));
    let sample = 0;
    for (let chunk = 1; chunk <= count; chunk += 1) {
      const at = read(short ? 4 : 8);
      let taken = 0;
      for (let rest = samplesIn(chunk); rest > 0 && taken < length; rest -= 1, sample += 1) taken += sizeOf(sample);
      spans.push([Math.min(at, length), Math.min(at + taken, length)]);
    }
  }
  return spans;
}

/** Is it a box at the top that a film needs? */
export const isOfFilm = (type: string): boolean => FILM.has(type);

/** Does it hold tracks and what is said of them? */
export const holdsTracks = (type: string): boolean => type === 'moov' || type === 'moof';

/**
 * Empties what a box with tracks says of its film, in a film of that length, and tells where the samples of what the device measured
 * stand, which have to be emptied too.
 */
export function emptyTracks(bytes: Buffer, box: Pick<Box, 'body' | 'end'>, length: number): Span[] {
  const spans: Span[] = [];
  for (const track of boxesIn(bytes, box.body, box.end))
    if (track.type === 'trak' && isOfMetadata(bytes, track)) {
      spans.push(...samplesOf(bytes, track, length));
      emptyBox(bytes, track);
    }
  emptyDescriptions(bytes, box);
  return spans;
}

/** The bytes of each sample. */
function readSizes(bytes: Buffer, { body }: Box): (sample: number) => number {
  const same = bytes.readUInt32BE(body + 4);
  const at = (sample: number) => body + 12 + 4 * sample;
  return (sample) => (same > 0 ? same : at(sample) + 4 > bytes.length ? 0 : bytes.readUInt32BE(at(sample)));
}

/** How many samples each chunk has, counted from one. */
function readChunks(bytes: Buffer, { body }: Box): (chunk: number) => number {
  const read = readerAt(bytes, body + 4);
  const count = Math.min(read(4), Math.floor((bytes.length - body - 8) / 12));
  const runs = Array.from({ length: count }, () => {
    const [first, samples] = [read(4), read(4)];
    read(4);
    return { first, samples };
  });
  return (chunk) => runs.findLast(({ first }) => first <= chunk)?.samples ?? 0;
}

/**
 * A film without what it says of itself: place, device, time, title, and tracks of what the device measured meanwhile. Nothing moves, so
 * that pictures and sound stay where its tables say. Throws RangeError for one whose tables lead out of it.
 */
export function stripFilm(source: Buffer): Buffer {
  const bytes = Buffer.from(source);
  const boxes = boxesIn(bytes, 0, bytes.length);
  for (const box of boxes) {
    if (!FILM.has(box.type)) emptyBox(bytes, box);
    if (!holdsTracks(box.type)) continue;
    for (const [from, to] of emptyTracks(bytes, box, bytes.length)) bytes.fill(0, from, to);
  }
  bytes.fill(0, boxes.at(-1)?.end ?? 0);
  return bytes;
}
