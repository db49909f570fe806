import { readFile } from 'node:fs/promises';
import { ApiError } from '@kreide/core/kernel';
import type { Sharp, SharpOptions } from 'sharp';
import { createPlaces } from '../process/places.ts';
import { isRasterImage, SNIFF_BYTES, sniffContentType } from './content-type.ts';

export interface ImageLimits {
  /**
   * Maximum width times height that is decoded: 50 million is more than any phone takes and less than a decompression
   * bomb.
   */
  readonly maxPixels: number;
  /** Time limit for one rendition, seconds. */
  readonly maxSeconds: number;
}

/** So many pictures are worked on at once: each takes up to 200 MB outside of the heap, and the processor. */
const PICTURES_AT_ONCE = 2;
const places = createPlaces(PICTURES_AT_ONCE);

export const IMAGE_LIMITS: ImageLimits = { maxPixels: 50_000_000, maxSeconds: 20 };
const QUALITY = 80;

export interface Rendition {
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
}

/**
 * A picture as WebP in each of the widths, never enlarged and never twice in the same size; upright, without EXIF, GPS
 * or other metadata. Only the first frame of an animation is kept. However many come at once, two are worked on. Errors: `unsupported_media` (no raster image),
 * `too_large` (too many pixels), `unreadable_file` (damaged).
 */
export async function toRenditions(
  /** A path is read once it is its turn. */
  source: Buffer | string,
  widths: readonly number[],
  limits: ImageLimits = IMAGE_LIMITS,
): Promise<Rendition[]> {
  await places.take();
  try {
    return await renderAll(typeof source === 'string' ? await readFile(source) : source, widths, limits);
  } finally {
    places.leave();
  }
}

async function renderAll(source: Buffer, widths: readonly number[], limits: ImageLimits): Promise<Rendition[]> {
  // libvips would open SVG, PDF and much more: only raster images (by their bytes) may reach it.
  const type = await sniffContentType(source.subarray(0, SNIFF_BYTES));
  if (!isRasterImage(type)) throw new ApiError({ code: 'unsupported_media' });
  // Loaded with the first picture: it takes 30 MB that an idle server can save.
  const { default: sharp } = await import('sharp');
  const size = await sharp(source, { limitInputPixels: false }).metadata().catch(unreadable);
  if (size.width * size.height > limits.maxPixels) throw new ApiError({ code: 'too_large' });
  const full = size.autoOrient.width;
  const wanted = [...new Set(widths.map((width) => Math.min(width, full)))].sort((a, b) => a - b);
  const renditions: Rendition[] = [];
  for (const width of wanted) renditions.push(await render(sharp, source, width, limits));
  return renditions;
}

type Decode = (source: Buffer, options: SharpOptions) => Sharp;

async function render(sharp: Decode, source: Buffer, width: number, limits: ImageLimits): Promise<Rendition> {
  const { data, info } = await sharp(source, { limitInputPixels: limits.maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: QUALITY })
    .timeout({ seconds: limits.maxSeconds })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  return { width: info.width, height: info.height, content: data };
}

function unreadable(cause: unknown): never {
  throw new ApiError({ code: 'unreadable_file', cause });
}
