type Page = Pick<Document, 'querySelector'>;

/** What index.html says under a name; empty: nothing (docs/operating.md). */
export const settingIn = (page: Page, name: string): string =>
  page.querySelector<HTMLMetaElement>(`meta[name="kreide-${name}"]`)?.content.trim() ?? '';

/**
 * Origin of the app's server, without a trailing slash; empty when the server itself delivers the app. A separate web
 * server sets it in index.html (docs/operating.md).
 */
export const serverAddressIn = (page: Page): string => settingIn(page, 'server').replace(/\/+$/, '');

export const serverAddress = serverAddressIn(document);
