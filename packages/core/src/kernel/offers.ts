import * as z from 'zod/mini';
import { USER_TYPES } from './abilities.ts';
import * as f from './fields.ts';
import { LANGUAGES } from './product.ts';
import { PRODUCT_ICONS } from './products.ts';

/** What the offer of a partner says of its own privacy: four yes or no (P-3.36). */
export const PRIVACY_OPTIONS = ['needs_account', 'passes_data_on', 'leaves_europe', 'shows_advertising'] as const;
export type PrivacyOption = (typeof PRIVACY_OPTIONS)[number];

const webAddress = z.url({ protocol: /^https$/ }).check(z.maxLength(500));

/** Who sees an offer. */
export const offerFilters = z.object({
  types: z.array(z.enum(USER_TYPES).check(z.refine((type) => type !== 'STUDENT'))).check(z.minLength(1)),
  /** Keys of the brandings; null: all. */
  brandings: z.nullable(z.array(z.string()).check(z.minLength(1))),
  /** Languages of the schools; null: all. */
  languages: z.nullable(z.array(z.enum(LANGUAGES)).check(z.minLength(1))),
});

/** As the list shows it. */
export const listedOffer = z.object({
  uuid: f.uuid,
  title: f.line(80),
  subtitle: z.nullable(f.line(120)),
  company_name: f.line(80),
  /** One sentence that says what one gets. */
  pitch: f.line(200),
  icon: z.enum(PRODUCT_ICONS),
  /** Of the icon. */
  color: f.colour,
});
export type ListedOffer = z.output<typeof listedOffer>;

/** The offer of a partner to people of the schools (P-3.36, C-3.58). */
export const partnerOffer = z.object({
  ...listedOffer.shape,
  /** A picture as a `data:` address; null: there is none. */
  image: z.nullable(z.string()),
  /** Paragraphs, separated by an empty line. */
  description: f.text(5000),
  privacy_text: f.text(2000),
  privacy_url: z.nullable(webAddress),
  privacy_options: z.object({
    needs_account: z.boolean(),
    passes_data_on: z.boolean(),
    leaves_europe: z.boolean(),
    shows_advertising: z.boolean(),
  }),
  link_url: webAddress,
  /** What the link says: "Try it for a month". */
  link_description: f.line(80),
  filters: offerFilters,
});
export type PartnerOffer = z.output<typeof partnerOffer>;

/** Most offers of an installation. */
export const OFFERS_MAXIMUM = 50;
