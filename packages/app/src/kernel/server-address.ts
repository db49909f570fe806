/**
 * Origin of the app's server, without a trailing slash; empty when the server itself delivers the app. A separate web
 * server sets it in index.html (docs/operating.md).
 */
export function serverAddressIn(page: Pick<Document, 'querySelector'>): string {
  const named = page.querySelector<HTMLMetaElement>('meta[name="kreide-server"]')?.content.trim() ?? '';
  return named.replace(/\/+$/, '');
}

export const serverAddress = serverAddressIn(document);
