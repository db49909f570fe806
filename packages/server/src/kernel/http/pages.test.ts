import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestServer } from '../../../../../tests/support/server.ts';

const root = join(import.meta.dirname, '../../../../..');

it('a browser that asks for the icon of a page without one gets that of the brand', async () => {
  const server = await startTestServer({ pages: { root, styles: [] } });
  try {
    const iconAt = async (query: string) => {
      const answer = await fetch(`${server.url}/favicon.ico${query}`);
      return [answer.status, answer.headers.get('content-type'), await answer.text()];
    };
    const iconOf = (variant: string) => readFileSync(join(root, `brandings/${variant}/favicon.svg`), 'utf8');
    expect(await iconAt('')).toEqual([200, 'image/svg+xml', iconOf('default')]);
    expect(await iconAt('?branding=hafen')).toEqual([200, 'image/svg+xml', iconOf('hafen')]);
    expect(await iconAt('?branding=../../docs')).toEqual([200, 'image/svg+xml', iconOf('default')]);
  } finally {
    await server.stop();
  }
});
