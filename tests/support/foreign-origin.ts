import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

export interface ForeignOrigin extends AsyncDisposable {
  readonly url: string;
}

/**
 * The web server of a school: another origin than Kreide, with a strict policy that allows only the Kreide server.
 * `change` receives the HTML of every page; `pages` are served as given, all other paths from the folder.
 */
export async function startForeignOrigin(options: {
  folder: string;
  kreide: string;
  pages?: Readonly<Record<string, string>>;
  change?: (html: string) => string;
  /** What the policy allows of styles. */
  styles?: string;
}): Promise<ForeignOrigin> {
  const { folder, kreide, pages = {}, change = (html: string) => html, styles = "'self'" } = options;
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${kreide}`,
    `style-src ${styles}`,
    `img-src 'self' data: ${kreide}`,
    `connect-src ${kreide}`,
    "base-uri 'none'",
  ].join('; ');
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://school');
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    try {
      const page = pages[pathname];
      const content = page ?? (await readFile(join(folder, normalize(name))));
      const isHtml = page !== undefined || extname(name) === '.html';
      response.setHeader('content-type', isHtml ? TYPES['.html']! : (TYPES[extname(name)] ?? 'text/plain'));
      response.setHeader('content-security-policy', policy);
      response.end(isHtml ? change(String(content)) : content);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
