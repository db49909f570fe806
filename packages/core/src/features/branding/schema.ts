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

const schemes = /* @__PURE__ */ z.strictObject({ light: colour, dark: colour });
const fileName = (ending: string) => z.string().check(z.regex(new RegExp(`^[a-z-]+\\.${ending}$`), 'file_name'));
const overlay = /* @__PURE__ */ z.record(
  /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.regex(/^[a-z-]+:[\w.]+$/, 'text_key')),
  /* @__PURE__ */ text(2000),
);
const localisedOverlay = /* @__PURE__ */ z.partial(/* @__PURE__ */ localised(overlay));

/** What a variant turns on or off (P-1.09 to P-1.16); every variant states all eight. */
export const switches = /* @__PURE__ */ z.strictObject({
  /** A registration code can be entered on the login page (P-1.09). */
  registration_code_on_login: /* @__PURE__ */ z.boolean(),
  /** Password reset is offered inline on the login page (P-1.10). */
  password_reset_on_login: /* @__PURE__ */ z.boolean(),
  announcements: /* @__PURE__ */ z.boolean(),
  hint_cards: /* @__PURE__ */ z.boolean(),
  help_videos: /* @__PURE__ */ z.boolean(),
  /** Marketing entries in the app switcher (P-1.14). */
  marketing_entries: /* @__PURE__ */ z.boolean(),
  /** The keep-alive ping; true for exactly one variant (P-1.15). */
  keep_alive: /* @__PURE__ */ z.boolean(),
  /** A two-factor authenticator on the start page (P-1.16). */
  authenticator_on_start: /* @__PURE__ */ z.boolean(),
});

/** Settings that the native wrappers are built with (P-1.08). */
export const nativeSettings = /* @__PURE__ */ z.strictObject({
  /** Reverse-domain id of the app in both stores. */
  app_id: /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.regex(/^[a-z0-9]+(\.[a-z0-9]+){2,}$/, 'app_id')),
  app_name: /* @__PURE__ */ line(30),
  url_scheme: /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.regex(/^[a-z][a-z0-9-]*$/, 'url_scheme')),
  icon_background: colour,
  splash_background: schemes,
  /** Oldest wrapper that may run this web app, `major.minor.patch`. */
  min_version: /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.regex(/^\d+\.\d+\.\d+$/, 'version')),
});

/** `brandings/<variant>/brand.json`: everything about a variant that is no picture and no style (P-1.08). */
export const brand = /* @__PURE__ */ z.strictObject({
  key: /* @__PURE__ */ z.enum(VARIANTS),
  app_name: /* @__PURE__ */ line(30),
  logo: /* @__PURE__ */ fileName('svg'),
  favicon: /* @__PURE__ */ fileName('svg'),
  theme: /* @__PURE__ */ fileName('css'),
  /** Colour of the browser's own bars. */
  theme_color: schemes,
  /** Page that tells about outages, linked from the connection-lost screen (P-8.12); null hides the link. */
  status_url: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.url({ protocol: /^https$/ })),
  start_page: /* @__PURE__ */ localised(
    /* @__PURE__ */ z.strictObject({ title: /* @__PURE__ */ line(80), text: /* @__PURE__ */ line(200) }),
  ),
  native: nativeSettings,
  switches,
  /** Texts that this variant words differently, by `namespace:key` (P-1.19). */
  texts: localisedOverlay,
  /** The same per key of a school type; wins over `texts`. */
  school_type_texts: /* @__PURE__ */ z.record(/* @__PURE__ */ line(40), localisedOverlay),
});
export type Brand = z.output<typeof brand>;
