import * as z from 'zod/mini';
import { colour, line, text } from '../../kernel/fields.ts';

/** The nine brand variants, the default first; each has a folder `brandings/<key>` (P-1.07). */
export const VARIANTS = [
  'default',
  'aurora',
  'birke',
  'feder',
  'hafen',
  'honig',
  'kompass',
  'mosaik',
  'tinte',
] as const;
export type Variant = (typeof VARIANTS)[number];

const localised = <S extends z.core.$ZodType>(schema: S) =>
  z.strictObject({ de: schema, en: schema, es: schema, tr: schema, uk: schema, fr: schema, it: schema });

const schemes = z.strictObject({ light: colour, dark: colour });
const fileName = (ending: string) => z.string().check(z.regex(new RegExp(`^[a-z-]+\\.${ending}$`), 'file_name'));
const overlay = z.record(z.string().check(z.regex(/^[a-z-]+:[\w.]+$/, 'text_key')), text(2000));
const localisedOverlay = z.partial(localised(overlay));

/** Build settings of the native wrappers (P-1.08). */
export const nativeSettings = z.strictObject({
  /** Reverse-domain id of the app in both stores. */
  app_id: z.string().check(z.regex(/^[a-z0-9]+(\.[a-z0-9]+){2,}$/, 'app_id')),
  app_name: line(30),
  url_scheme: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, 'url_scheme')),
  icon_background: colour,
  splash_background: schemes,
  /** Oldest wrapper version that may run this web app, `major.minor.patch`. */
  min_version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/, 'version')),
});

/** `brandings/<variant>/brand.json`: everything about a variant except pictures and styles (P-1.08). */
export const brand = z.strictObject({
  key: z.enum(VARIANTS),
  app_name: line(30),
  logo: fileName('svg'),
  favicon: fileName('svg'),
  theme: fileName('css'),
  /** Colour of the browser's toolbars. */
  theme_color: schemes,
  /** Status page, linked from the connection-lost screen (P-8.12); null hides the link. */
  status_url: z.nullable(z.url({ protocol: /^https$/ })),
  /** Whether screens explain themselves by hints that can be put away (P-1.12). */
  hint_cards: z.boolean(),
  /** Whether the sign-in page offers a new password (P-1.10). */
  password_reset: z.boolean(),
  /** Whether the sign-in page has a way in for those with an activation code (P-1.09). */
  registration_code: z.boolean(),
  /** Whether a session ends when no tab has shown a sign of life for a while: for shared computers (P-1.15). */
  keep_alive: z.boolean(),
  /** Whether the start page offers the authenticator, for everybody (P-1.16). */
  two_factor: z.boolean(),
  /** Whether the app tells of itself after an update (P-1.11). */
  announcements: z.boolean(),
  /** Whether the app switcher has entries that only advertise (P-1.14). */
  marketing: z.boolean(),
  /** Whether there is a page with hint videos (P-1.13). */
  help_videos: z.boolean(),
  /** The hint videos, in the order in which they are listed; each opens at its own address. */
  videos: z.array(z.strictObject({ title: localised(line(80)), url: z.url({ protocol: /^https$/ }) })),
  start_page: localised(z.strictObject({ title: line(80), text: line(200) })),
  native: nativeSettings,
  /** Texts of this variant, by `namespace:key` (P-1.19). */
  texts: localisedOverlay,
  /** The same per key of a school type; wins over `texts`. */
  school_type_texts: z.record(line(40), localisedOverlay),
});
export type Brand = z.output<typeof brand>;
