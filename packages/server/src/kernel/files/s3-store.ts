import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { ApiError } from '@kreide/core/kernel';
import type { S3Settings } from '../config/storage-config.ts';
import { type FileStore, LEFTOVER_MS, UUID } from './store.ts';

/** A service takes at most 10,000 parts of at least 5 MB; two of them are in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024;
const PATIENCE = { connectionTimeout: 5_000, socketTimeout: 60_000 };
/** Everybody who reads a file slowly holds one. */
const CONNECTIONS = 500;

/**
 * Contents in a bucket of an S3 service, by their uuid. A content appears there whole: a part of one that is cut off is none, and
 * is thrown away.
 */
export function createS3Store(settings: S3Settings): FileStore & { removeLeftovers(now: Date): Promise<void> } {
  const { bucket: Bucket, prefix, endpoint, region } = settings;
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: settings.access_key, secretAccessKey: settings.secret_key },
    // The signature holds the hash of what is sent; others than Amazon know no further one.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { ...PATIENCE, httpsAgent: { maxSockets: CONNECTIONS }, httpAgent: { maxSockets: CONNECTIONS } },
  });

  function of(uuid: string) {
    if (!UUID.test(uuid)) throw new ApiError({ code: 'not_found' });
    return { Bucket, Key: prefix + uuid };
  }

  /** In parts from the second on, so that no content has to be held whole. */
  function createParts(uuid: string) {
    const at = of(uuid);
    const parts: CompletedPart[] = [];
    let upload: string | undefined;
    /** The part on its way; it fails where it is waited for. */
    let sending: Promise<void> = Promise.resolve();

    async function send(Body: Buffer): Promise<void> {
      await sending;
      upload ??= (await client.send(new CreateMultipartUploadCommand(at))).UploadId;
      const PartNumber = parts.length + 1;
      const part = { PartNumber, ETag: undefined as string | undefined };
      parts.push(part);
      sending = client.send(new UploadPartCommand({ ...at, UploadId: upload, PartNumber, Body })).then(({ ETag }) => {
        part.ETag = ETag;
      });
      sending.catch(() => {});
    }

    return {
      send,
      async end(rest: Buffer): Promise<void> {
        if (upload === undefined) {
          await client.send(new PutObjectCommand({ ...at, Body: rest }));
          return;
        }
        if (rest.length > 0) await send(rest);
        await sending;
        const MultipartUpload = { Parts: parts };
        await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId: upload, MultipartUpload }));
      },
      /** What cannot be thrown away now is by `removeLeftovers`. */
      async throwAway(): Promise<void> {
        await sending.catch(() => {});
        if (upload !== undefined)
          await client.send(new AbortMultipartUploadCommand({ ...at, UploadId: upload })).catch(() => {});
      },
    };
  }

  return {
    async put(uuid, content, maxBytes) {
      const hash = createHash('sha256');
      const parts = createParts(uuid);
      let waiting: Uint8Array[] = [];
      let [size, held] = [0, 0];
      try {
        for await (const chunk of content) {
          size += chunk.length;
          if (size > maxBytes) throw new ApiError({ code: 'too_large', params: { max: maxBytes } });
          hash.update(chunk);
          waiting.push(chunk);
          held += chunk.length;
          if (held < PART_BYTES) continue;
          await parts.send(Buffer.concat(waiting)).catch(refuse);
          [waiting, held] = [[], 0];
        }
        await parts.end(Buffer.concat(waiting)).catch(refuse);
      } catch (thrown) {
        await parts.throwAway();
        throw thrown;
      }
      return { size, sha256: hash.digest() };
    },

    async open(uuid, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await client.send(new GetObjectCommand({ ...of(uuid), Range })).catch((thrown: unknown) => {
        throw nameOf(thrown) === 'NoSuchKey' ? new ApiError({ code: 'not_found', cause: thrown }) : toAway(thrown);
      });
      return Body as Readable;
    },

    async has(uuid) {
      if (!UUID.test(uuid)) return false;
      return client.send(new HeadObjectCommand(of(uuid))).then(
        () => true,
        (thrown: unknown) => (nameOf(thrown) === 'NotFound' ? false : refuse(thrown)),
      );
    },

    async remove(uuid) {
      await client.send(new DeleteObjectCommand(of(uuid))).catch(refuse);
    },

    async *list() {
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }))
          for (const { Key = '', Size = 0 } of Contents) {
            const uuid = Key.slice(prefix.length);
            if (UUID.test(uuid)) yield { uuid, size: Size };
          }
      } catch (thrown) {
        refuse(thrown);
      }
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket })).catch(refuse);
    },

    async removeLeftovers(now) {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }));
      for (const { Key, UploadId, Initiated } of Uploads)
        if (Initiated && now.getTime() - Initiated.getTime() > LEFTOVER_MS)
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    },
  };
}

const nameOf = (thrown: unknown) => (thrown instanceof Error ? thrown.name : '');

/** The service is out of reach, or refuses what is right: whose request it is can only try again. */
const toAway = (thrown: unknown) => new ApiError({ code: 'not_ready', cause: thrown });
function refuse(thrown: unknown): never {
  throw toAway(thrown);
}
