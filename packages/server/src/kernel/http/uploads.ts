import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError, type UploadLimits } from '@kreide/core/kernel';
import type { FastifyRequest } from 'fastify';
import { toFileName } from '../files/file-name.ts';
import type { ReceivedFile } from './context.ts';

/** Leftovers of an upload that was interrupted by the end of the process may be removed after this time. */
const LEFTOVER_MS = 24 * 60 * 60 * 1000;
/** Maximum size of each text field of a form, bytes. */
const FIELD_BYTES = 64 * 1024;

export interface ReceivedForm {
  /** A field that is named `x[]` is a part of the list `x`. */
  fields: Record<string, string | string[]>;
  files: ReceivedFile[];
  /** Removes the temporary files. */
  discard(): Promise<void>;
}

/** What browsers write for the signs that would end a name in the head of a part. */
const ESCAPED: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** The name of a file as its sender has it, for people; never used as a path on the server. */
export function toDisplayName(name: string | undefined): string {
  return toFileName((name ?? '').replace(/%(?:22|0D|0A)/gi, (sign) => ESCAPED[sign.toUpperCase()] ?? sign));
}

/** Rejects when the sender goes away before everything has arrived: the reader of the form would wait without end. */
function brokenOff({ raw }: FastifyRequest): Promise<never> {
  return new Promise((_, reject) => {
    const look = () => {
      if (!raw.complete) reject(new ApiError({ code: 'malformed' }));
    };
    if (raw.destroyed) look();
    else raw.once('close', look);
  });
}

async function readParts(
  request: FastifyRequest,
  limits: UploadLimits,
  { own, form }: { own: string; form: ReceivedForm },
): Promise<void> {
  const parts = request.parts({
    limits: {
      fileSize: limits.max_bytes,
      files: limits.max_files,
      fieldSize: FIELD_BYTES,
      fields: 30,
      fieldNameSize: 100,
    },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw new ApiError({ code: 'too_large', params: { maximum: FIELD_BYTES } });
      const list = /^(.+)\[\]$/.exec(part.fieldname)?.[1];
      if (list !== undefined) {
        const former = Object.hasOwn(form.fields, list) ? form.fields[list] : [];
        if (!Array.isArray(former)) throw new ApiError({ code: 'malformed' });
        form.fields[list] = [...former, String(part.value)];
        continue;
      }
      if (Object.hasOwn(form.fields, part.fieldname)) throw new ApiError({ code: 'malformed' });
      form.fields[part.fieldname] = String(part.value);
      continue;
    }
    const path = join(own, randomUUID());
    const hash = createHash('sha256');
    let size = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(part.file, meter, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    const name = toDisplayName(part.filename);
    if (part.file.truncated)
      throw new ApiError({ code: 'too_large', params: { maximum: limits.max_bytes, file: name } });
    form.files.push({ name, path, size, sha256: hash.digest() });
  }
}

/** Streams a multipart form to disk within its limits. The files are stored in a new folder below `folder`. */
export async function receiveForm(
  request: FastifyRequest,
  limits: UploadLimits,
  folder: string,
): Promise<ReceivedForm> {
  if (!request.isMultipart())
    throw new ApiError({ code: 'unsupported_media', params: { expected: 'multipart/form-data' } });
  const own = join(folder, randomUUID());
  await mkdir(own, { recursive: true, mode: 0o700 });
  const form: ReceivedForm = { fields: {}, files: [], discard: () => rm(own, { recursive: true, force: true }) };
  try {
    await Promise.race([readParts(request, limits, { own, form }), brokenOff(request)]);
  } catch (thrown) {
    await form.discard();
    throw toUploadError(thrown, limits);
  }
  return form;
}

/** A body that is one file. */
export interface ReceivedBody extends ReceivedFile {
  /** Removes the temporary file. */
  discard(): Promise<void>;
}

/** Streams a whole body to disk as one file, below `folder` as the files of forms. */
export async function receiveBody(
  body: Readable,
  { name, maximum, folder }: { name: string; maximum: number; folder: string },
): Promise<ReceivedBody> {
  const own = join(folder, randomUUID());
  await mkdir(own, { recursive: true, mode: 0o700 });
  const path = join(own, randomUUID());
  const discard = () => rm(own, { recursive: true, force: true });
  const hash = createHash('sha256');
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      done(size > maximum ? new ApiError({ code: 'too_large', params: { maximum } }) : null, chunk);
    },
  });
  try {
    await pipeline(body, meter, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (thrown) {
    await discard();
    const isBroken = (thrown as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE';
    throw isBroken ? new ApiError({ code: 'malformed', cause: thrown }) : thrown;
  }
  return { name, path, size, sha256: hash.digest(), discard };
}

/** Removes the files of abandoned forms below the folder of `receiveForm`; returns the number of forms. */
export async function pruneForms(folder: string, now: Date): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const old = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => null);
      return found !== null && now.getTime() - found.mtimeMs > LEFTOVER_MS;
    }),
  );
  const left = names.filter((_, index) => old[index]);
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true });
  return left.length;
}

/** Errors of the form parser as our own. */
function toUploadError(thrown: unknown, limits: UploadLimits): ApiError {
  const code = (thrown as { code?: string }).code ?? '';
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new ApiError({ code: 'too_large', params: { maximum: limits.max_bytes }, cause: thrown });
  if (code === 'FST_FILES_LIMIT')
    return new ApiError({ code: 'too_large', params: { maximum: limits.max_files }, cause: thrown });
  if (
    code.startsWith('FST_') ||
    /unexpected end|malformed|multipart|boundary/i.test(String((thrown as Error).message))
  ) {
    return new ApiError({ code: 'malformed', cause: thrown });
  }
  return ApiError.from(thrown);
}
