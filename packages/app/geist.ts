import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The weights of the design; cutting the others saves a third of each file. */
const WEIGHTS = { min: 400, max: 700 };
const SCRIPTS = ['latin', 'latin-ext', 'cyrillic'] as const;

const styles = fileURLToPath(new URL('src/ui/fonts.css', import.meta.url));
const screen = fileURLToPath(new URL('src/features/monitor/view.css', import.meta.url));
const source = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/geist/package.json'));

/** Cuts the fonts into a folder below `.cache`, once for each version of the package; returns the folder. */
async function cutFonts(): Promise<string> {
  const state = createHash('sha1')
    .update(readFileSync(join(source, 'package.json')))
    .update(JSON.stringify(WEIGHTS));
  const cache = fileURLToPath(new URL('../../.cache/geist/', import.meta.url));
  const folder = join(cache, state.digest('hex').slice(0, 12));
  mkdirSync(folder, { recursive: true });
  for (const script of SCRIPTS) {
    const target = join(folder, `geist-${script}.woff2`);
    if (existsSync(target)) continue;
    const whole = readFileSync(join(source, `files/geist-${script}-wght-normal.woff2`));
    const settings = { targetFormat: 'woff2', keepAllGlyphs: true, variationAxes: { wght: WEIGHTS } } as const;
    writeFileSync(target, await subsetFont(whole, undefined, settings));
  }
  return folder;
}

/**
 * The typeface of the app, Geist: `@geist/geist-<script>.woff2`, cut to the weights in use. The page preloads Latin; the
 * licence lies beside the files, as it demands. The page of the screens in the hall has it too, in a style of its own.
 */
export function geist(): Plugin {
  return {
    name: 'geist',
    config: async () => ({ resolve: { alias: { '@geist': await cutFonts() } } }),
    generateBundle(_, bundle) {
      const licence = readFileSync(join(source, 'LICENSE'));
      this.emitFile({ type: 'asset', fileName: 'assets/geist-licence.txt', source: licence });
      // The page of the screens in the hall is none of the app's, and has the same typeface.
      const nameOf = (script: string) =>
        Object.keys(bundle).find((name) => new RegExp(`^assets/geist-${script}-[\\w-]{8}\\.woff2$`).test(name));
      const faces = readFileSync(styles, 'utf8').replace(
        /@geist\/geist-([a-z-]+)\.woff2/g,
        (_, script: string) => `/${nameOf(script)}`,
      );
      this.emitFile({ type: 'asset', fileName: 'monitor/view.css', source: faces + readFileSync(screen, 'utf8') });
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
