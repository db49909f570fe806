import { useState } from 'react';

interface Read<T> {
  data: T | undefined;
  isFetching: boolean;
}

/**
 * What a form is opened with: the first answer that is not being fetched any more. It stays for as long as the key is the same,
 * whatever a refetch or an event puts in its place, so the form is never taken off the page.
 */
export function useOpened<T>({ data, isFetching }: Read<T>, key: unknown): T | undefined {
  const [opened, setOpened] = useState<{ key: unknown; data: T | undefined }>({ key, data: undefined });
  const current = opened.key === key ? opened : { key, data: undefined };
  if (current.data === undefined && data !== undefined && !isFetching) {
    setOpened({ key, data });
    return data;
  }
  return current.data;
}
