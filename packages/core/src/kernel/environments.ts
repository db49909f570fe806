import * as z from 'zod/mini';
import * as f from './fields.ts';
import { parseList } from './parse-list.ts';

/** Another installation of the product, for those who try it before everybody gets it: a name and its origin. */
export const environment = z.object({
  name: f.line(40),
  /** An origin, with neither path nor slash at the end. */
  url: z.url({ protocol: /^https$/ }).check(z.regex(/^https:\/\/[^/?#@\s]+$/)),
});
export type Environment = z.output<typeof environment>;

/** Most environments of an installation. */
export const ENVIRONMENTS_MAXIMUM = 8;

/** The environments as the operator has written them, JSON; undefined: something else stands there. */
export const parseEnvironments = (text: string): Environment[] | undefined =>
  parseList(text, environment, ENVIRONMENTS_MAXIMUM);
