import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { API_BASE, ApiError } from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Location of the built pages. */
export interface Pages {
  root: string;
  /** `style-src` beyond our own files: hashes of constant styles that a library sets. */
  styles: readonly string[];
}

/** Scripts and styles only from this server; React Aria's two constant styles by hash. */
function appPolicy(styles: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles.join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/**
 * The examples are pages of a school: they may load the elements and call the API of any Kreide server, nothing else.
 */
const EXAMPLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const YEAR = 'public, max-age=31536000, immutable';

/** Serves the app (at every path that is not the API's), the elements, the brandings and the examples from one port. */
export async function mountPages(app: FastifyInstance, pages: Pages | null): Promise<void> {
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !request.url.startsWith(API_BASE) &&
      (request.headers.accept ?? '').includes('text/html');
    if (!isPage || !pages)
      throw new ApiError({ code: request.url.startsWith(API_BASE) ? 'no_such_endpoint' : 'not_found' });
    return sendApp(reply, pages);
  });
  if (!pages) return;
  const policy = appPolicy(pages.styles);
  const appFolder = join(pages.root, 'packages/app/dist');
  const shared = { decorateReply: false, index: ['index.html'], preCompressed: true, dotfiles: 'ignore' as const };
  await app.register(fastifyStatic, { root: join(pages.root, 'packages'), serve: false });
  if (existsSync(appFolder)) {
    await app.register(fastifyStatic, {
      ...shared,
      root: appFolder,
      prefix: '/',
      wildcard: false,
      index: false,
      globIgnore: ['index.html'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? YEAR : 'public, max-age=600');
        reply.header('content-security-policy', policy);
      },
    });
    app.get('/', (_, reply) => sendApp(reply, pages));
  }
  for (const [prefix, folder, ownPolicy] of [
    ['/widgets/', 'packages/widgets/dist', null],
    ['/brandings/', 'brandings', null],
    ['/examples/', 'examples', EXAMPLE_POLICY],
  ] as const) {
    const root = join(pages.root, folder);
    if (!existsSync(root)) continue;
    await app.register(fastifyStatic, {
      ...shared,
      root,
      prefix,
      redirect: true,
      setHeaders: (reply) => {
        reply.header('cache-control', 'public, max-age=300');
        if (ownPolicy) reply.header('content-security-policy', ownPolicy);
        else {
          // Elements and logos are loaded by homepages of any origin.
          reply.header('access-control-allow-origin', '*');
          reply.header('cross-origin-resource-policy', 'cross-origin');
        }
      },
    });
  }
}

async function sendApp(reply: FastifyReply, { root, styles }: Pages): Promise<FastifyReply> {
  const html = await readFile(join(root, 'packages/app/dist/index.html')).catch((cause) => {
    throw new ApiError({ code: 'not_ready', cause });
  });
  return reply
    .header('cache-control', 'no-cache')
    .header('content-security-policy', appPolicy(styles))
    .type('text/html; charset=utf-8')
    .send(html);
}
