import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BRANDING_KEY, type Brand } from '@kreide/core/features/branding';
import sharp from 'sharp';
import type { Plugin } from 'vite';

const brandings = fileURLToPath(new URL('../../brandings', import.meta.url));

/**
 * Makes each branding installable: a web app manifest and the icons of the home screen, drawn from its logo. Browsers want
 * pictures of fixed sizes; phones cut a maskable one into their own shape, so its logo keeps clear of the edges.
 */
export function manifests(): Plugin {
  return {
    name: 'manifests',
    apply: 'build',
    async generateBundle() {
      for (const variant of readdirSync(brandings)) {
        const brand = JSON.parse(readFileSync(`${brandings}/${variant}/brand.json`, 'utf8')) as Brand;
        const logo = readFileSync(`${brandings}/${variant}/${brand.logo}`, 'utf8');
        const emit = (name: string, source: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName: `manifests/${variant}${name}`, source });
        for (const size of [192, 512]) emit(`-${size}.png`, await draw(logo, size));
        for (const size of [180, 512])
          emit(
            size === 180 ? '-180.png' : '-maskable.png',
            await draw(onGround(logo, brand.native.icon_background), size),
          );
        emit('.webmanifest', JSON.stringify(toManifest(brand)));
      }
    },
  };
}

/** Dots per inch at which a pixel of a drawing is one of the picture. */
const DENSITY = 72;

async function draw(svg: string, size: number): Promise<Uint8Array> {
  const drawing = Buffer.from(svg);
  const { width = size } = await sharp(drawing).metadata();
  return sharp(drawing, { density: (DENSITY * size) / width })
    .resize(size, size)
    .png()
    .toBuffer();
}

/** The logo at two thirds on a full square. */
const onGround = (logo: string, ground: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="${ground}"/>${logo.replace('<svg ', '<svg x="16" y="16" ')}</svg>`;

/** The name, the pictures and the start page of an installed app. */
export function toManifest({ key, app_name, theme_color, native, start_page }: Brand) {
  const icon = (name: string, size: number, purpose: string) => ({
    src: `/manifests/${key}-${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const start = `/?${new URLSearchParams({ [BRANDING_KEY]: key })}`;
  return {
    id: start,
    name: app_name,
    short_name: app_name,
    description: start_page.de.title,
    lang: 'de',
    start_url: start,
    scope: '/',
    display: 'standalone',
    theme_color: theme_color.light,
    background_color: native.splash_background.light,
    icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable', 512, 'maskable')],
  };
}
