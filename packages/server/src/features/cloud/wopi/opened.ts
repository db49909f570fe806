import type { CloudFileAbility } from '@kreide/core/features/cloud';
import { ApiError, type Can, DEFAULT_LANGUAGE, type Language, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../../kernel/feature.ts';
import type { Actor } from '../../../kernel/http/context.ts';
import { fail } from '../../../kernel/http/failures.ts';
import type { Texts } from '../../../kernel/text/texts.ts';
import { actorOfSession } from '../../auth/index.ts';
import type { UploadParts } from '../../files/index.ts';
import { type OpenCloud, openCloud } from '../opening.ts';
import { type EntryRow, findEntry } from '../queries/entries.ts';
import { entryCanOf } from '../showing.ts';
import type { Editing } from './editing.ts';
import type { Office } from './office.ts';
import type { EditGrant } from './token.ts';

export interface WopiParts extends UploadParts, Pick<FeatureParts, 'clock' | 'texts' | 'appUrl' | 'temporaryFolder'> {
  readonly office: Office;
  readonly editKey: Buffer;
}

/** A file as its person has it at this moment. */
export interface OpenedFile {
  readonly actor: Actor;
  readonly cloud: OpenCloud;
  readonly row: EntryRow & { readonly file_id: number; readonly file_uuid: string; readonly sha256: Buffer };
  readonly can: Can<CloudFileAbility>;
  readonly language: Language;
  readonly t: Translate;
}

/** Whoever was given a token has a file that is edited, also while the office server does not say so: what was typed is saved. */
const WRITING: Editing = { edits: () => true, addressOf: () => null };

/**
 * The file of a token, judged anew with every request: a session that was ended, a person who has left the channel, a folder
 * whose time is over. Fails with `unauthenticated` where the session is no more, with `not_found` where the file is not, or is not for
 * the person any more.
 */
export async function openGranted(
  db: Kysely<DB>,
  grant: EditGrant,
  { texts, now }: { texts: Texts; now: Date },
): Promise<OpenedFile> {
  const actor = (await actorOfSession(db, grant, now)) ?? fail('unauthenticated');
  const language = actor.language ?? DEFAULT_LANGUAGE;
  const t = texts.for(language);
  const opening = { params: { id: grant.channel_id }, actor, db, now, t, fail };
  const cloud = await openCloud(opening, 'view').catch((thrown: unknown) => {
    // Whoever has left the channel knows that there is one; an office server need not.
    throw ApiError.from(thrown).code === 'forbidden' ? new ApiError({ code: 'not_found' }) : thrown;
  });
  const row = await findEntry(db, cloud.key, { id: grant.id });
  if (!row || row.uuid !== grant.uuid) return fail('not_found');
  const { file_id, file_uuid, sha256 } = row;
  if (file_id === null || file_uuid === null || sha256 === null) return fail('not_found');
  const can = entryCanOf(row, { actor, ...cloud, now, editing: WRITING });
  return { actor, cloud, row: { ...row, file_id, file_uuid, sha256 }, can, language, t };
}
