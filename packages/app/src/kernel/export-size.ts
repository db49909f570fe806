import type { ApiError, ArgsOf, EndpointDeclaration } from '@kreide/core/kernel';
import { sizeUnitOf, writeSize } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { client } from './client.ts';
import { headKeyOf } from './keys.ts';
import { useTranslation } from './use-translation.ts';

/** The bytes of a file that an endpoint makes, without the file: a HEAD says it (C-7.72). Null: the server does not know it before. */
export async function readExportSize<D extends EndpointDeclaration>(
  endpoint: D,
  args: ArgsOf<D>,
  signal: AbortSignal,
): Promise<number | null> {
  let length: string | null = null;
  const head: typeof fetch = async (address, init) => {
    const response = await fetch(address, { ...init, method: 'HEAD' });
    length = response.headers.get('content-length');
    return response;
  };
  await client.call(endpoint, args, { signal, retries: 0, messages: false, fetch: head });
  return length === null ? null : Number(length);
}

/** What is offered to be saved, `XLSX, 12 KB`; its kind alone until its size is known. */
export function useExportAbout<D extends EndpointDeclaration>(endpoint: D, args: ArgsOf<D>, ending: string): string {
  const { language } = useTranslation('shell');
  const { data = null } = useQuery<number | null, ApiError>({
    queryKey: headKeyOf(endpoint, args),
    queryFn: ({ signal }) => readExportSize(endpoint, args, signal),
  });
  const kind = ending.toUpperCase();
  return data === null ? kind : `${kind}, ${writeSize(language, data, sizeUnitOf(data))}`;
}
