import { readFileSync } from 'node:fs';
import type { Brand } from '@kreide/core/features/branding';
import { parseEnvironments } from '@kreide/core/kernel';

const variant = process.env.KREIDE_BRANDING ?? 'default';
const path = new URL(`../../brandings/${variant}/brand.json`, import.meta.url);
const { native } = JSON.parse(readFileSync(path, 'utf8')) as Brand;

const environments = parseEnvironments(process.env.KREIDE_ENVIRONMENTS ?? '[]');
if (!environments) throw new Error('KREIDE_ENVIRONMENTS is not usable (docs/operating.md).');

/** The native wrapper of one branding (docs/native.md). It opens the app of its server, so that both are of one origin. */
export default {
  appId: native.app_id,
  appName: native.app_name,
  webDir: 'dist',
  server: {
    url: process.env.KREIDE_URL,
    errorPath: 'index.html',
    allowNavigation: environments.map(({ url }) => new URL(url).host),
  },
  ios: { scheme: native.url_scheme, limitsNavigationsToAppBoundDomains: true },
  plugins: { SplashScreen: { backgroundColor: native.splash_background.light } },
};
