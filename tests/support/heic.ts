const word = (value: number, bytes: number) => {
  const word = Buffer.alloc(bytes);
  word.writeUIntBE(value, 0, bytes);
  return word;
};
const text = (value: string) => Buffer.from(value, 'latin1');
const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([word(body.length + 8, 4), text(type), body]);
};
const full = (version: number) => word(version * 0x1000000, 4);
const item = (id: number, type: string) => box('infe', full(2), word(id, 2), word(0, 2), text(type), text('\0'));

/** The coded picture of an invented HEIC. */
export const HEIC_PICTURE: Buffer = Buffer.alloc(40, 0xa5);

/**
 * The frame of a HEIC as phones write it, with Exif data, XMP, a film behind the picture and data of the maker that all say the same; the
 * picture in it is invented. `shift` moves where the Exif data are said to be.
 */
export function anHeic(said: Buffer, shift = 0): Buffer {
  const exif = Buffer.concat([word(6, 4), text('Exif\0\0'), text('MM\0*\0\0\0\x08\0\0\0\0\0\0'), said]);
  const xmp = Buffer.concat([text('<x:xmpmeta>'), said]);
  const ftyp = box('ftyp', text('heic'), word(0, 4), text('mif1heic'));
  const metaAt = (start: number) => {
    const place = (id: number, at: number, length: number) =>
      Buffer.concat([word(id, 2), word(0, 2), word(0, 2), word(1, 2), word(at, 4), word(length, 4)]);
    const places = [
      place(1, start, HEIC_PICTURE.length),
      place(2, start + HEIC_PICTURE.length + shift, exif.length),
      place(3, start + HEIC_PICTURE.length + exif.length, xmp.length),
    ];
    return box(
      'meta',
      full(0),
      box('hdlr', full(0), word(0, 4), text('pict'), Buffer.alloc(13)),
      box('pitm', full(0), word(1, 2)),
      box('iinf', full(0), word(3, 2), item(1, 'hvc1'), item(2, 'Exif'), item(3, 'mime')),
      box('iloc', full(1), word(0x44, 1), word(0, 1), word(3, 2), ...places),
    );
  };
  const meta = metaAt(ftyp.length + metaAt(0).length + 8);
  const film = box('mpvd', box('moov', box('udta', said)));
  const maker = box('uuid', Buffer.alloc(16, 7), said);
  return Buffer.concat([ftyp, meta, box('mdat', HEIC_PICTURE, exif, xmp), film, maker, said]);
}
