/**
 * Origin of the server that the app talks to, without a slash at the end; empty for the one that delivers the app. A web server of
 * one's own names it in index.html (docs/operating.md).
 */
export function serverAddressIn(page: Pick<Document, 'querySelector'>): string {
  const named = page.querySelector<HTMLMetaElement>('meta[name="kreide-server"]')?.content.trim() ?? '';
  return named.replace(/\/+$/, '');
}

export const serverAddress = serverAddressIn(document);
