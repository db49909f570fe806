import { BRANDING_KEY, type Brand, isVariant, toActiveVariant, type Variant } from '@kreide/core/features/branding';
import { createStore } from 'zustand/vanilla';
import '../../../../brandings/default/theme.css';
import defaultBrand from '../../../../brandings/default/brand.json' with { type: 'json' };
import { shelves } from './storage.ts';

/** The brands beside the default one. */
const brands = import.meta.glob<Brand>(
  ['../../../../brandings/*/brand.json', '!../../../../brandings/default/brand.json'],
  { import: 'default' },
);
const themes = import.meta.glob<string>('../../../../brandings/*/theme.css', { query: '?url', import: 'default' });
const pictures = import.meta.glob<string>('../../../../brandings/*/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

declare global {
  interface Window {
    /** Set by the native wrapper before the app starts (P-1.17). */
    KREIDE_BRANDING?: string;
  }
}

interface Branding {
  brand: Brand;
  logo: string;
  /** Key of the school type, once a school is known (P-1.19). */
  schoolType: string | null;
}

const pictureOf = (variant: Variant, file: string) => pictures[`../../../../brandings/${variant}/${file}`] ?? '';

/** The active brand. The default one is bundled; the others are fetched when activated. */
export const branding = createStore<Branding>(() => ({
  brand: defaultBrand as Brand,
  logo: pictureOf('default', 'logo.svg'),
  schoolType: null,
}));

/** The variant for this device and address (P-1.17, P-1.18). */
export function readVariant(): Variant {
  return toActiveVariant({
    native: window.KREIDE_BRANDING,
    stored: shelves.local.getItem(BRANDING_KEY),
    query: new URLSearchParams(window.location.search).get(BRANDING_KEY),
  });
}

/** Activates a variant: colours, name, icon, start page texts. When its files fail to load, the previous look stays. */
export async function applyBrand(variant: Variant): Promise<void> {
  if (variant !== branding.getState().brand.key) {
    const [brand, theme] =
      variant === 'default'
        ? [defaultBrand as Brand, '']
        : await Promise.all([
            brands[`../../../../brandings/${variant}/brand.json`]?.(),
            themes[`../../../../brandings/${variant}/theme.css`]?.(),
          ]);
    if (!brand || theme === undefined) return;
    if (theme) await addStyle(theme);
    branding.setState({ brand, logo: pictureOf(variant, brand.logo) });
  }
  const { brand } = branding.getState();
  document.documentElement.dataset.branding = brand.key;
  link('icon', pictureOf(brand.key, brand.favicon));
  for (const scheme of ['light', 'dark'] as const) colourToolbars(scheme, brand.theme_color[scheme]);
  if (!import.meta.env.PROD) return;
  // Made by the build: what the home screen shows.
  link('manifest', `/manifests/${brand.key}.webmanifest`);
  link('apple-touch-icon', `/manifests/${brand.key}-180.png`);
}

/** Colour of the browser's toolbars, or of the window's title bar where the app is installed. */
function colourToolbars(scheme: 'light' | 'dark', colour: string): void {
  const media = `(prefers-color-scheme: ${scheme})`;
  const present = document.head.querySelector<HTMLMetaElement>(`meta[name="theme-color"][media="${media}"]`);
  const element = present ?? document.createElement('meta');
  element.name = 'theme-color';
  element.media = media;
  element.content = colour;
  document.head.append(element);
}

/** Activates the brand of the school that the user signed in to and remembers it on this device (P-4.05). */
export async function applyBrandOfSchool(name: string | null): Promise<void> {
  if (!isVariant(name)) return;
  shelves.local.setItem(BRANDING_KEY, name);
  await applyBrand(name);
}

function link(rel: string, href: string): void {
  const element = document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`) ?? document.createElement('link');
  element.rel = rel;
  element.href = href;
  document.head.append(element);
}

function addStyle(href: string): Promise<void> {
  if (document.head.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const element = document.createElement('link');
    element.rel = 'stylesheet';
    element.href = href;
    element.onload = () => resolve();
    element.onerror = () => reject(new Error(`No style ${href}`));
    document.head.append(element);
  });
}
