import * as z from 'zod/mini';
import * as f from './fields.ts';
import { parseList } from './parse-list.ts';

/** The icons that another product can have. */
export const PRODUCT_ICONS = ['calendar', 'download', 'edit', 'globe', 'list', 'monitor', 'news', 'school'] as const;

/** Another product of the operator, an entry of the app switcher. */
export const product = z.object({
  name: f.line(40),
  url: z.url({ protocol: /^https$/ }),
  icon: z.enum(PRODUCT_ICONS),
  /** Only advertises; left out in brandings that do without (P-1.14). */
  is_marketing: z.boolean(),
});
export type Product = z.output<typeof product>;

/** Most entries of the app switcher. */
export const PRODUCTS_MAXIMUM = 12;

/** The products of an installation as its operator has written them, JSON; undefined: something else stands there. */
export const parseProducts = (text: string): Product[] | undefined => parseList(text, product, PRODUCTS_MAXIMUM);
