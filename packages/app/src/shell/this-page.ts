/** Where a creation leads: its address, or, of one that is a query, this page with what its own query says besides. */
export function onThisPage(href: string, search: string): string {
  if (!href.startsWith('?')) return href;
  const query = new URLSearchParams(search);
  for (const [key, value] of new URLSearchParams(href)) query.set(key, value);
  return `?${query}`;
}
