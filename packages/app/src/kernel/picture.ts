/** The longest side of a picture that is sent, px, unless it is sent as it is. */
export const LONGEST_SIDE = 2560;
/** The longest side of a picture in the list, CSS px. */
const LONGEST_SHOWN = 320;
/** The shortest edge, so that a picture as narrow as a line can still be seen. */
const SHORTEST_SHOWN = 48;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pictures that are drawn anew before they are sent: smaller, and without the place where they were taken. */
const REDRAWN = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif', 'image/bmp'];

export const isRedrawn = ({ type }: Pick<File, 'type'>): boolean => REDRAWN.includes(type);

/** As large as it may be, in its shape; never enlarged. */
export function fitInto({ width, height }: Size, longest: number): Size {
  const share = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

/** The box of a picture in the list, known before it is loaded and the same after, so that nothing jumps. */
export function boxOf(size: Size): Size & { style: { aspectRatio: string } } {
  const fitting = fitInto(size, LONGEST_SHOWN);
  const [width, height] = [Math.max(SHORTEST_SHOWN, fitting.width), Math.max(SHORTEST_SHOWN, fitting.height)];
  return { width, height, style: { aspectRatio: `${width} / ${height}` } };
}

/** The name of a picture that has become a JPEG. */
export const toJpegName = (name: string): string => `${name.replace(/\.[A-Za-z0-9]{1,10}$/, '')}.jpg`;

/** The size of a picture as it is looked at; null: the browser cannot show it. */
export async function measurePicture(file: Blob): Promise<Size | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}

/**
 * A picture as it is sent: drawn anew, so that neither its place nor its device goes along. What the browser cannot read
 * goes as it is; the server takes both out of whatever it gets. A drawing with transparent parts stays a PNG.
 */
export async function shrinkPicture(file: File): Promise<File> {
  const bitmap = isRedrawn(file) ? await createImageBitmap(file).catch(() => null) : null;
  if (!bitmap) return file;
  const { width, height } = fitInto(bitmap, LONGEST_SIDE);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85));
  if (!drawn) return file;
  return new File([drawn], type === 'image/png' ? file.name : toJpegName(file.name), { type });
}
