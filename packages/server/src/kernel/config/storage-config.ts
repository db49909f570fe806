import * as z from 'zod/mini';

/** A bucket of an S3 service in which the contents of files lie. */
export const s3Settings = z.object({
  /** Origin of a service that is not Amazon's; null: Amazon's own. */
  endpoint: z.nullable(z.string()),
  region: z.string(),
  bucket: z.string(),
  /** Stands before each name, with a slash at its end; empty: the bucket is Kreide's alone. */
  prefix: z.string(),
  access_key: z.string(),
  /** Stands in no log. */
  secret_key: z.string(),
});
export type S3Settings = z.infer<typeof s3Settings>;

/** Where an installation has the contents of its files. */
export const filesPlace = z.object({
  /** Absolute path; what is still arriving lies here in any case. */
  folder: z.string(),
  /** Null: contents lie in the folder. */
  s3: z.nullable(s3Settings),
});
export type FilesPlace = z.infer<typeof filesPlace>;

const REGION = 'eu-central-1';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REST = ['ENDPOINT', 'REGION', 'PREFIX', 'ACCESS_KEY', 'SECRET_KEY'] as const;

/** Reads where files lie; null: in the data folder. Neither key is ever printed. */
export function readS3(text: (name: string) => string | null, problems: string[]): S3Settings | null {
  const said = problems.length;
  const bucket = text('KREIDE_S3_BUCKET');
  const [endpoint, region, prefix, accessKey, secretKey] = REST.map((name) => text(`KREIDE_S3_${name}`));
  if (bucket === null) {
    const given = REST.find((name) => text(`KREIDE_S3_${name}`) !== null);
    if (given) problems.push(`KREIDE_S3_${given} is of the bucket KREIDE_S3_BUCKET, which is not set.`);
    return null;
  }
  if (!BUCKET.test(bucket))
    problems.push('KREIDE_S3_BUCKET is no name of a bucket: 3 to 63 small letters, digits, hyphens and dots.');
  const url = endpoint ? URL.parse(endpoint) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  // It may hold a password.
  if (endpoint && !isOrigin)
    problems.push(
      'KREIDE_S3_ENDPOINT is no address like https://s3.example.org, without a path, a name or a password.',
    );
  if (region && !/^[a-z0-9-]{1,60}$/.test(region))
    problems.push('KREIDE_S3_REGION is no name of a region like eu-central-1.');
  if (prefix && !/^[\w-]{1,100}(\/[\w-]{1,100}){0,4}\/?$/.test(prefix))
    problems.push('KREIDE_S3_PREFIX is no path like schools/kreide of plain letters, digits, hyphens and underscores.');
  if (!accessKey || !secretKey || [accessKey, secretKey].some((key) => !/^[\x21-\x7e]{1,500}$/.test(key)))
    problems.push('KREIDE_S3_BUCKET needs KREIDE_S3_ACCESS_KEY and KREIDE_S3_SECRET_KEY, each one word.');
  if (problems.length > said || !accessKey || !secretKey) return null;
  return {
    endpoint: url?.origin ?? null,
    region: region ?? REGION,
    bucket,
    prefix: prefix ? `${prefix.replace(/\/$/, '')}/` : '',
    access_key: accessKey,
    secret_key: secretKey,
  };
}
