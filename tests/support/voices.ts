const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** The beginning of a recording as browsers make it, of each kind that there is: enough to be known by. */
export const RECORDINGS = {
  webm: Buffer.concat([
    hex('1a45dfa3 9f 4286 81 01 42f7 81 01 42f2 81 04 42f3 81 08 4282 84 7765626d 4287 81 04 4285 81 02'),
    hex('18538067 01ffffffffffffff'),
  ]),
  mp4: Buffer.concat([hex('0000001c'), Buffer.from('ftypiso5'), hex('00000000'), Buffer.from('iso5iso6mp41')]),
  m4a: Buffer.concat([hex('00000018'), Buffer.from('ftypM4A '), hex('00000000'), Buffer.from('M4A mp42')]),
  ogg: Buffer.concat([
    Buffer.from('OggS'),
    hex('0002 0000000000000000 01000000 00000000 00000000 01 13'),
    Buffer.from('OpusHead'),
    hex('01 01 3801 80bb0000 0000 00'),
    Buffer.alloc(64),
  ]),
} as const;

/** A wave form that rises. */
export const WAVE = Buffer.from(Array.from({ length: 64 }, (_, index) => index * 4)).toString('base64');
