import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { IMAGE_LIMITS, toRenditions } from './images.ts';

/** Red on the left half, blue on the right. */
function picture(width: number, height: number) {
  const half = { width: Math.floor(width / 2), height, channels: 3 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { ...half, background: '#ff0000' } }, left: 0, top: 0 },
  ]);
}

describe('pictures', () => {
  it('become WebP in the wanted widths, never enlarged and never twice the same', async () => {
    const jpeg = await picture(1000, 500).jpeg().toBuffer();
    const renditions = await toRenditions(jpeg, [1600, 320, 1000, 2400, 640]);
    expect(renditions.map(({ width, height }) => [width, height])).toEqual([
      [320, 160],
      [640, 320],
      [1000, 500],
    ]);
    for (const { content, width } of renditions) {
      expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width });
    }
  });

  it('are worked on two at a time, however many come at once, and a bad one gives its place back', async () => {
    const jpeg = await picture(1200, 600).jpeg().toBuffer();
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, sharp.counters().process + sharp.counters().queue);
    }, 1);
    const bad = Buffer.concat([jpeg.subarray(0, 300), Buffer.alloc(300)]);
    const all = await Promise.allSettled(
      [bad, bad, bad, jpeg, jpeg, jpeg, jpeg, jpeg].map((one) => toRenditions(one, [900])),
    );
    clearInterval(watch);
    expect(all.map(({ status }) => status).toSorted()).toEqual([
      ...Array(5).fill('fulfilled'),
      ...Array(3).fill('rejected'),
    ]);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('stand upright and tell nothing about place and device', async () => {
    const exif = { IFD0: { Make: 'Camera of a teacher' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } };
    const jpeg = await picture(600, 400).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await sharp(jpeg).metadata()).toMatchObject({ orientation: 6 });
    const [rendition] = await toRenditions(jpeg, [200]);
    expect(rendition).toMatchObject({ width: 200, height: 300 });
    const metadata = await sharp(rendition?.content).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(metadata.orientation).toBeUndefined();
    const top = await sharp(rendition?.content)
      .extract({ left: 90, top: 20, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(top[0]).toBeGreaterThan(200);
    expect(top[2]).toBeLessThan(60);
  });

  it('keep their transparency', async () => {
    const png = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#ff000000' } })
      .png()
      .toBuffer();
    const [rendition] = await toRenditions(png, [20]);
    expect(await sharp(rendition?.content).metadata()).toMatchObject({ hasAlpha: true });
  });

  it('a small file with too many pixels is refused before it is decoded', async () => {
    const bomb = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(100_000);
    const limits = { ...IMAGE_LIMITS, maxPixels: 8_999_999 };
    await expect(toRenditions(bomb, [100], limits)).rejects.toMatchObject({ code: 'too_large' });
  });

  it.each(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', '%PDF-1.7\n', 'BM6', ''])(
    'what is no raster image does not reach the decoder: %s',
    async (content) => {
      await expect(toRenditions(Buffer.from(content), [100])).rejects.toMatchObject({ code: 'unsupported_media' });
    },
  );

  it('a damaged picture is told as such', async () => {
    const png = await picture(400, 400).png({ compressionLevel: 0 }).toBuffer();
    await expect(toRenditions(png.subarray(0, 5000), [100])).rejects.toMatchObject({ code: 'unreadable_file' });
    await expect(toRenditions(png.subarray(0, 30), [100])).rejects.toMatchObject({ code: 'unreadable_file' });
  });
});
