import { fileTypeFromBuffer } from 'file-type';

/** Raster images that browsers display and that cannot carry script. SVG is excluded: it is a document. */
export const RASTER_IMAGES: readonly string[] = ['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'];

/** Types that are kept when a file is saved; everything else is sent as plain bytes. */
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
  'audio/aac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'audio/x-m4a',
  'image/heic',
  'video/mp4',
  'video/webm',
];

export const UNNAMED = 'application/octet-stream';

/** Number of bytes that are enough to detect a type. */
export const SNIFF_BYTES = 4100;

/**
 * The content type by the first bytes, never by the sender's header; `application/octet-stream` unless it is on the
 * list.
 */
export async function sniffContentType(head: Uint8Array): Promise<string> {
  // A truncated container makes detection fail; that is not an error of ours.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  // Of Ogg it also says what is in it.
  const mime = found?.mime.split(';')[0] ?? UNNAMED;
  return NAMED.includes(mime) ? mime : UNNAMED;
}

export function isRasterImage(contentType: string): boolean {
  return RASTER_IMAGES.includes(contentType);
}

/** What may appear in a header: a type from the list even if the database says otherwise. */
export function toSafeContentType(contentType: string): string {
  return NAMED.includes(contentType) ? contentType : UNNAMED;
}
