import { fileTypeFromBuffer } from 'file-type';

/** Raster images that browsers draw and that cannot carry script. SVG is none: it is a document. */
export const RASTER_IMAGES: readonly string[] = ['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'];

/** Types that are named when a file is saved; everything else is just bytes. */
const NAMED: readonly string[] = [
  ...RASTER_IMAGES,
  'application/msword',
  'application/pdf',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.oasis.opendocument.presentation',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/zip',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'video/mp4',
  'video/webm',
];

export const UNNAMED = 'application/octet-stream';

/** Bytes that are enough to tell a type. */
export const SNIFF_BYTES = 4100;

/** The content type by the first bytes, never by what the sender said; `application/octet-stream` unless it is on the list. */
export async function sniffContentType(head: Uint8Array): Promise<string> {
  // A cut-off container is a guess that failed, not an error of ours.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found !== undefined && NAMED.includes(found.mime) ? found.mime : UNNAMED;
}

export function isRasterImage(contentType: string): boolean {
  return RASTER_IMAGES.includes(contentType);
}

/** What may stand in a header: a type from the list even if the database says otherwise. */
export function toSafeContentType(contentType: string): string {
  return NAMED.includes(contentType) ? contentType : UNNAMED;
}
