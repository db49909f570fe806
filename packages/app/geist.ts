import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`src/${path}`, import.meta.url)), 'utf8');

/**
 * Adds what the styles of the typeface, Geist, do not: the page preloads Latin, the licence lies beside the files, as it demands,
 * and the page of the screens in the hall, which does not belong to the app, has the typeface in a style of its own.
 */
export function geist(): Plugin {
  return {
    name: 'geist',
    apply: 'build',
    generateBundle(_, bundle) {
      const licence = read('ui/fonts/geist-licence.txt');
      this.emitFile({ type: 'asset', fileName: 'assets/geist-licence.txt', source: licence });
      const nameOf = (script: string) =>
        Object.keys(bundle).find((name) => new RegExp(`^assets/geist-${script}-[\\w-]{8}\\.woff2$`).test(name));
      const faces = read('ui/fonts.css').replace(
        /\.\/fonts\/geist-([a-z-]+)\.woff2/g,
        (_, script: string) => `/${nameOf(script)}`,
      );
      this.emitFile({ type: 'asset', fileName: 'monitor/view.css', source: faces + read('features/monitor/view.css') });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const latin = Object.keys(bundle).find((name) => /\/geist-latin-(?!ext)[^/]*\.woff2$/.test(name));
        if (!latin) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${latin}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
