import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { API_BASE, PRODUCT } from '@kreide/core/kernel';
import type { FastifyInstance } from 'fastify';

const PAGE = `${API_BASE}/reference`;

/** Only the viewer's own files, nothing from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${PRODUCT} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="reference/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="reference/swagger-ui-bundle.js"></script>
<script src="reference/start.js"></script>
</body>
</html>
`;

/** Shows the document; calls from the page go to this server only, with a token that the reader enters. */
const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  tagsSorter: 'alpha',
  validatorUrl: null,
});
`;

/** The browsable reference of the API (D-1.04): Swagger UI from its package, over `openapi.json`. */
export function mountReference(app: FastifyInstance): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const files = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' };
  app.get(PAGE, (_, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(HTML),
  );
  app.get(`${PAGE}/start.js`, (_, reply) => reply.type('text/javascript; charset=utf-8').send(START));
  for (const [name, type] of Object.entries(files))
    app.get(`${PAGE}/${name}`, (_, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type(`${type}; charset=utf-8`)
        .send(createReadStream(join(folder, name))),
    );
}
