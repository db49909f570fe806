import { ApiError } from '@kreide/core/kernel';
import { queryOptions } from '@tanstack/react-query';

/** A document is fetched whole to be shown, up to this size, bytes: about a second at a school's connection. */
export const DOCUMENT_BYTES = 25 * 1024 * 1024;

/**
 * Does this browser show PDF files within a page? Phones and tablets that say so show the first page only, and none of them turns it, so a
 * pointer like that of a mouse is asked for too.
 */
export const canShowDocuments = (): boolean =>
  navigator.pdfViewerEnabled === true && matchMedia('(hover: hover) and (pointer: fine)').matches;

/**
 * A PDF file at its address, whole. It has that type whatever the server says, so no browser takes it for a page of this app. Fails with
 * `not_found` where there is none for who asks, and with `unreachable`.
 */
export function documentQuery(address: string) {
  return queryOptions<Blob, ApiError, Blob, readonly ['DOCUMENT', string]>({
    queryKey: ['DOCUMENT', address],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const read = async () => {
        const response = await fetch(address, { signal });
        return { response, content: response.ok ? await response.arrayBuffer() : null };
      };
      const { response, content } = await read().catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new ApiError({ code: 'unreachable', cause });
      });
      if (!content) throw new ApiError({ code: response.status === 404 ? 'not_found' : 'internal' });
      return new Blob([content], { type: 'application/pdf' });
    },
  });
}
