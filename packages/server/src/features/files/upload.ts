import { ALT_NAME_MAXIMUM, FILE_MAXIMUM_BYTES, type FileRule } from '@kreide/core/features/files';
import { ApiError, type ErrorCode, type Language, type Translate } from '@kreide/core/kernel';
import type { FeatureParts } from '../../kernel/feature.ts';
import { IMAGE_LIMITS, isRasterImage, sniffContentType, toFileName, UNNAMED } from '../../kernel/files/index.ts';
import type { ReceivedFile } from '../../kernel/http/context.ts';
import { type StoredContent, toContent } from './content.ts';
import { deleteLeftovers, insertUpload, isKnown, removeFiles } from './queries/uploads.ts';
import { refuseOverQuota } from './quota.ts';

export type UploadParts = Pick<FeatureParts, 'database' | 'store' | 'scanner' | 'quotas' | 'log'>;

/** Who brings a file, and what they say of it. */
export interface Bringing {
  readonly school_id: number;
  readonly user_id: number;
  /** What a picture shows, for those who cannot see it. */
  readonly alt_name?: string;
  /** The types that are taken here, each with that as which it is kept; left out: all, as they are. */
  readonly kinds?: Readonly<Record<string, string>>;
  /** Bytes of the same person that go when it is there. */
  readonly going?: number;
  /** A file without content is taken: programs make one before they write it. */
  readonly isEmptyTaken?: boolean;
  /** Most bytes of it; left out: those of a file that comes in a form. */
  readonly maximum?: number;
  readonly now: Date;
  readonly language: Language;
  readonly t: Translate;
}

/** A file that is stored, and gone by tomorrow unless `keepUploads` says that it belongs to something. */
export type StoredUpload = Awaited<ReturnType<typeof insertUpload>>;

/**
 * Takes a file of a form: it is shown to the virus scanner, its type is decided by its bytes, a picture is measured and loses what it
 * says of place and device, and its content is stored. To be called outside of a transaction, since it takes as long as the file is
 * large; what the file belongs to is written after, together with `keepUploads`.
 * Errors: `invalid` (empty, of another kind, a damaged picture, a virus, a description that is too long, no room left), `too_large`,
 * `not_ready` (the scanner is away), each with an issue that says it in words.
 */
export async function storeUpload(
  { database, store, scanner, quotas, log }: UploadParts,
  received: ReceivedFile,
  {
    t,
    language,
    now,
    alt_name = '',
    kinds,
    going = 0,
    isEmptyTaken = false,
    maximum = FILE_MAXIMUM_BYTES,
    ...owner
  }: Bringing,
): Promise<StoredUpload> {
  const name = toFileName(received.name);
  if (received.size === 0 && !isEmptyTaken) refuse('fileEmpty', t('files:rules.fileEmpty', { name }));
  if (received.size > maximum) throw new ApiError({ code: 'too_large' });
  const alt = alt_name.replace(/\s+/g, ' ').trim();
  if ([...alt].length > ALT_NAME_MAXIMUM)
    refuse('altMax', t('files:rules.altMax', { maximum: ALT_NAME_MAXIMUM }), 'body.file_alt_name');
  const scanned = await scanner?.scan(received.path).catch((err: unknown) => {
    log.warn({ err }, 'a file could not be shown to the virus scanner');
    return refuse('scannerAway', t('files:rules.scannerAway'), 'files', 'not_ready');
  });
  if (scanned && scanned.found !== null) {
    log.warn({ found: scanned.found, school: owner.school_id }, 'a virus was refused');
    refuse('virus', t('files:rules.virus', { name }));
  }
  const content = await toContent(received);
  if (!content) return refuse('pictureDamaged', t('files:rules.pictureDamaged', { name }));
  const shape = await measure(content);
  const mime = kinds ? kinds[shape.mime] : shape.mime;
  if (mime === undefined) return refuse('fileKind', t('files:rules.fileKind', { name }));
  const { size, sha256, duration_in_seconds } = content;
  const described = { name, size, sha256, ...shape, mime, alt_name: alt, duration_in_seconds };
  // Known before it is stored, so that whatever breaks off here is removed at night.
  const stored = await insertUpload(database.kysely, { ...described, ...owner }, now);
  const { kysely } = database;
  await refuseOverQuota(kysely, quotas, { ...owner, language, t }, size, { isStored: true, going }).catch(
    async (refusal) => {
      await deleteLeftovers(kysely, [stored.uuid]);
      throw refusal;
    },
  );
  await store.put(stored.uuid, content.open(), maximum).catch(async (error: unknown) => {
    await removeFiles(kysely, owner.school_id, [stored.id], now);
    throw error;
  });
  if (!(await isKnown(kysely, owner.school_id, stored.id))) {
    // Its school has ended in the meantime: nobody else would find the content.
    await store.remove(stored.uuid);
    throw new ApiError({ code: 'unauthenticated' });
  }
  return stored;
}

function refuse(rule: FileRule, message: string, path = 'files', code: ErrorCode = 'invalid'): never {
  const retry = code === 'not_ready' ? { retry_after: 60 } : {};
  throw new ApiError({ code, issues: [{ path, rule, message }], ...retry });
}

/** The type by the bytes; of a picture that browsers show its size too. One that cannot be read is a file to save. */
async function measure({
  head,
  source,
}: StoredContent): Promise<{ mime: string; width: number | null; height: number | null }> {
  const mime = await sniffContentType(head);
  if (!isRasterImage(mime)) return { mime, width: null, height: null };
  // Loaded with the first picture: it takes 30 MB that an idle server can save.
  const { default: sharp } = await import('sharp');
  const found = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  const isShown = found !== null && found.width * found.height <= IMAGE_LIMITS.maxPixels;
  return isShown
    ? { mime, width: found.autoOrient.width, height: found.autoOrient.height }
    : { mime: UNNAMED, width: null, height: null };
}
