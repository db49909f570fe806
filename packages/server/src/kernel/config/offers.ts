import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OFFERS_MAXIMUM, type PartnerOffer, partnerOffer } from '@kreide/core/kernel';
import * as z from 'zod/mini';
import { ConfigError } from './config.ts';

/** Pictures of offers in pixels; both as wide as the page shows them on a sharp screen. */
const IMAGE_WIDTH = 1200;
const IMAGE_HEIGHT = 800;
const IMAGE_BYTES_MAXIMUM = 10_000_000;

const written = z
  .array(
    z.strictObject({
      ...partnerOffer.shape,
      privacy_options: z.strictObject(partnerOffer.shape.privacy_options.shape),
      filters: z.strictObject(partnerOffer.shape.filters.shape),
      /** Name of a picture beside the file. */
      image: z.nullable(z.string().check(z.regex(/^[\w-][\w. -]*\.(?:jpe?g|png|webp)$/i))),
    }),
  )
  .check(z.maxLength(OFFERS_MAXIMUM));

/**
 * The offers of partners as the operator has written them: a JSON file with its pictures beside it. Throws `ConfigError`
 * with everything that is wrong: a field by its place in the list, a picture that is missing, too large or none.
 */
export async function readOffers(path: string): Promise<PartnerOffer[]> {
  const problem = (text: string) => `KREIDE_OFFERS, ${path}: ${text}`;
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, 'utf8'));
  } catch (thrown) {
    throw new ConfigError([problem(thrown instanceof Error ? thrown.message : String(thrown))]);
  }
  const { data, error } = z.safeParse(written, json);
  if (!data) throw new ConfigError(error.issues.map((issue) => problem(toWords(issue))));
  const doubled = data.filter(({ uuid }, index) => data.findIndex((one) => one.uuid === uuid) !== index);
  if (doubled.length > 0) throw new ConfigError(doubled.map(({ uuid }) => problem(`two offers are ${uuid}.`)));
  const problems: string[] = [];
  const offers: PartnerOffer[] = [];
  for (const offer of data) {
    const image = offer.image && (await toImage(join(dirname(path), offer.image)));
    if (offer.image && !image) problems.push(problem(`the picture ${offer.image} cannot be read.`));
    offers.push({ ...offer, image });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return offers;
}

/** The place of each mistake in the file, and the mistake; unknown fields by their names. */
const toWords = (issue: z.core.$ZodIssue): string =>
  `${issue.path.join('.')}: ${issue.code === 'unrecognized_keys' ? `there is no field ${issue.keys.join(', ')}` : issue.message}.`;

/** A picture in the size of the page, without what a camera wrote into it; null: the file is no picture. */
async function toImage(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.size > IMAGE_BYTES_MAXIMUM) return null;
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(path)
    .rotate()
    .resize(IMAGE_WIDTH, IMAGE_HEIGHT, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()
    .catch(() => null);
  return bytes && `data:image/webp;base64,${bytes.toString('base64')}`;
}
