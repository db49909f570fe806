import { ApiError } from '@kreide/core/kernel';
import { queryOptions } from '@tanstack/react-query';

/** So much of a text is read to be shown, bytes. */
export const TEXT_BYTES = 64 * 1024;

/** The beginning of a file of text. `isWhole`: nothing comes after it. */
export interface FileText {
  text: string;
  isWhole: boolean;
}

/** The marks with which texts of programs of Windows begin, and what they say of the rest. */
const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * The characters of a text whose end may be cut off within one of them: by its mark, else UTF-8, else that of Windows in the west of Europe,
 * in which any bytes are characters.
 */
export function toText(bytes: Uint8Array): string {
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  // What the end is cut off of is left out.
  if (marked) return new TextDecoder(marked[1]).decode(bytes, { stream: true });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The beginning of a file of text at its address. Fails with `not_found` where there is none for who asks, and with `unreachable`. */
export function textQuery(address: string) {
  return queryOptions<FileText, ApiError, FileText, readonly ['TEXT', string]>({
    queryKey: ['TEXT', address],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const headers = { range: `bytes=0-${TEXT_BYTES - 1}` };
      const read = async () => {
        const response = await fetch(address, { signal, headers });
        return { response, bytes: new Uint8Array(response.ok ? await response.arrayBuffer() : []) };
      };
      const { response, bytes } = await read().catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new ApiError({ code: 'unreachable', cause });
      });
      // Of an empty file there is no part to be had.
      if (response.status === 416) return { text: '', isWhole: true };
      if (!response.ok) throw new ApiError({ code: response.status === 404 ? 'not_found' : 'internal' });
      const size = Number(response.headers.get('content-range')?.split('/')[1] ?? bytes.length);
      return { text: toText(bytes.subarray(0, TEXT_BYTES)), isWhole: size <= TEXT_BYTES };
    },
  });
}
