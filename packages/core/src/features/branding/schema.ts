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

/** Features that a variant turns on or off (P-1.09 to P-1.16); every variant states all eight. */
export const switches = z.strictObject({
  /** A registration code can be entered on the login page (P-1.09). */
  registration_code_on_login: z.boolean(),
  /** Password reset is offered inline on the login page (P-1.10). */
  password_reset_on_login: z.boolean(),
  announcements: z.boolean(),
  hint_cards: z.boolean(),
  help_videos: z.boolean(),
  /** Marketing entries in the app switcher (P-1.14). */
  marketing_entries: z.boolean(),
  /** The keep-alive ping; true for exactly one variant (P-1.15). */
  keep_alive: z.boolean(),
  /** A two-factor authenticator on the start page (P-1.16). */
  authenticator_on_start: z.boolean(),
});

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
  start_page: localised(z.strictObject({ title: line(80), text: line(200) })),
  native: nativeSettings,
  switches,
  /** Texts of this variant, by `namespace:key` (P-1.19). */
  texts: localisedOverlay,
  /** The same per key of a school type; wins over `texts`. */
  school_type_texts: z.record(line(40), localisedOverlay),
});
export type Brand = z.output<typeof brand>;
