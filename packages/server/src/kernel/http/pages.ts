import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { BRANDING_KEY, toActiveVariant } from '@kreide/core/features/branding';
import { API_BASE, ApiError } from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OwnPage } from '../feature.ts';

/** Location of the built pages. */
export interface Pages {
  root: string;
  /** `style-src` beyond our own files: hashes of constant styles that a library sets. */
  styles: readonly string[];
}

/** What the pages are told of the configuration. */
export interface PageSettings {
  /** Where the two-factor service has a host of its own; null: this server is it. */
  readonly twoFactorUrl: string | null;
  /** Foreign origins to which `/redirect` forwards. */
  readonly redirectOrigins: readonly string[];
  /** Where two old addresses of sign-ins lead. */
  readonly identityForwards: { readonly webuntis: string | null; readonly authReturn: string | null };
  /** The office server, to which a page of ours hands what opens a file there. */
  readonly officeUrl: string | null;
}

interface PolicyParts {
  /** The page, which may have scripts and styles of its own in it. */
  html?: string;
  framedBy?: readonly string[];
  /** Other hosts that scripts of the page may ask. */
  asks?: string | null;
  /** Another server to which the page may send a form. */
  sendsTo?: string | null;
}

/** Scripts and styles only from this server; what stands in the page itself and React Aria's two constant styles by hash. */
function appPolicy(
  styles: readonly string[],
  { html = '', framedBy = [], asks = null, sendsTo = null }: PolicyParts = {},
): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashesIn(html, 'script')].join(' ')}`,
    `style-src ${[...styles, ...hashesIn(html, 'style')].join(' ')}`,
    "img-src 'self' data: blob:",
    // Voice messages, the own one before it is sent, and the sounds that the app makes itself.
    "media-src 'self' blob:",
    "font-src 'self'",
    // A PDF file in the viewer of the browser; a page of another server stands in none.
    'frame-src blob:',
    asks === null ? "connect-src 'self'" : `connect-src 'self' ${asks}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    sendsTo === null ? "form-action 'self'" : `form-action 'self' ${new URL(sendsTo).origin}`,
    `frame-ancestors ${["'self'", ...framedBy].join(' ')}`,
  ].join('; ');
}

/**
 * The examples are pages of a school: they may load the elements and call the API of any Kreide server, nothing else.
 */
const EXAMPLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const YEAR = 'public, max-age=31536000, immutable';

/** Files that are named by their content never change; browsers ask each time for the service worker, which decides about all others. */
function toCacheControl(path: string): string {
  if (path.includes('/assets/')) return YEAR;
  return path.includes('/service-worker.js') ? 'no-cache' : 'public, max-age=600';
}

const NO_SETTINGS: PageSettings = {
  twoFactorUrl: null,
  redirectOrigins: [],
  identityForwards: { webuntis: null, authReturn: null },
  officeUrl: null,
};

/** Serves the app (at every path that is not the API's), the elements, the brandings and the examples from one port. */
export async function mountPages(
  app: FastifyInstance,
  pages: Pages | null,
  ownPages: readonly OwnPage[] = [],
  settings: PageSettings = NO_SETTINGS,
): Promise<void> {
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !request.url.startsWith(API_BASE) &&
      // A part of another version: never a page in its place, which would be read as a script.
      !request.url.startsWith('/assets/') &&
      (request.headers.accept ?? '').includes('text/html');
    if (!isPage || !pages)
      throw new ApiError({ code: request.url.startsWith(API_BASE) ? 'no_such_endpoint' : 'not_found' });
    return sendApp(reply, pages, settings);
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
        reply.header('cache-control', toCacheControl(path));
        reply.header('content-security-policy', policy);
      },
    });
    app.get('/', (_, reply) => sendApp(reply, pages, settings));
    for (const page of ownPages)
      app.get<{ Querystring: Record<string, unknown> }>(page.path, async ({ query }, reply) =>
        sendPage(
          reply,
          await readPage(join(appFolder, page.file)),
          appPolicy(["'self'"], { framedBy: await page.framedBy(query) }),
        ),
      );
  }
  // Browsers ask for it on pages that name no icon, such as a picture or an answer of the API.
  app.get<{ Querystring: Record<string, unknown> }>('/favicon.ico', async ({ query }, reply) => {
    const asked = query[BRANDING_KEY];
    const variant = toActiveVariant({ query: typeof asked === 'string' ? asked : null });
    const icon = await readPage(join(pages.root, 'brandings', variant, 'favicon.svg'));
    return reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(icon);
  });
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

/** Fills in the `meta` elements of the page that the build left empty. */
function withSettings(html: string, { twoFactorUrl, redirectOrigins, identityForwards }: PageSettings): string {
  const values = {
    'two-factor': twoFactorUrl ?? '',
    'redirect-origins': redirectOrigins.join(' '),
    webuntis: identityForwards.webuntis ?? '',
    'auth-return': identityForwards.authReturn ?? '',
  };
  return Object.entries(values).reduce(
    (page, [name, value]) =>
      page.replace(
        `<meta name="kreide-${name}" content=""`,
        `<meta name="kreide-${name}" content="${encodeURI(value).replaceAll('%20', ' ')}"`,
      ),
    html,
  );
}

/** The sources that a policy has to name to allow the content of these elements of a page of ours. */
const hashesIn = (html: string, name: 'script' | 'style'): string[] =>
  Array.from(
    html.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs')),
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );

async function sendApp(reply: FastifyReply, { root, styles }: Pages, settings: PageSettings): Promise<FastifyReply> {
  // To scan QR codes, for conferences and voice messages, where somebody allows it.
  const allowed = 'camera=(self), microphone=(self), display-capture=(self)';
  reply.header('permissions-policy', `${allowed}, geolocation=(), payment=()`);
  const html = await readPage(join(root, 'packages/app/dist/index.html'));
  const policy = appPolicy(styles, { html, asks: settings.twoFactorUrl, sendsTo: settings.officeUrl });
  return sendPage(reply, withSettings(html, settings), policy);
}

const readPage = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause) => {
    throw new ApiError({ code: 'not_ready', cause });
  });

const sendPage = (reply: FastifyReply, html: string, policy: string): FastifyReply =>
  reply
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(html);
