import {
  type CloudAbility,
  type CloudRule,
  cloudAbilitiesOf,
  isHandInFolder,
  writeExtensions,
} from '@kreide/core/features/cloud';
import { hasAllowedExtension } from '@kreide/core/features/files';
import { type Can, isAllowed, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { openChannel } from '../channels/index.ts';
import type { Place } from './queries/change.ts';
import { type CloudView, type EntryRow, findEntry } from './queries/entries.ts';
import { listChildrenIn } from './queries/hidden.ts';
import type { OpenChat } from './reserved.ts';
import { entryCanOf, isHandedIn, takenBy } from './showing.ts';

/** The parts of a call that opening a cloud needs. */
export interface Opening {
  readonly params: { readonly id: number };
  readonly actor: Actor;
  readonly db: Kysely<DB>;
  readonly now: Date;
  readonly t: Translate;
  fail(code: 'not_found' | 'forbidden'): never;
}

/** The same of a call that brings something. */
export interface Bringing extends Omit<Opening, 'fail'> {
  fail(code: 'not_found' | 'forbidden' | 'hand_in_over'): never;
}

export interface OpenCloud {
  readonly key: CloudView;
  readonly can: Can<CloudAbility>;
  /** The chat whose files it shows; null: they read nothing there. */
  readonly chat: OpenChat | null;
}

/** The cloud of a channel for something that wants an ability; one that is not there, or another school’s, is not found. */
export async function openCloud(
  { params, actor, db, now, t, fail }: Opening,
  ability: CloudAbility,
): Promise<OpenCloud> {
  const opened = await openChannel(db, actor, { id: params.id }, 'read', { now, fail });
  const can = cloudAbilitiesOf(opened.can);
  if (!isAllowed(can, ability)) return fail('forbidden');
  const reader = { school_id: actor.school_id, user_id: actor.user_id, reviews: isAllowed(can, 'review') };
  const { chat_id, chat_uuid: uuid, visible_from_seq, member_id } = opened.channel;
  const { school_id } = actor;
  const chat =
    member_id === null
      ? null
      : { school_id, chat_id, uuid, visible_from_seq: visible_from_seq ?? 0, name: t('cloud:chatFolder') };
  return { key: await viewOf(db, { ...reader, channel_id: params.id }), can, chat };
}

/** A cloud as somebody sees it; who reviews sees everything anyway. */
export async function viewOf(db: Kysely<DB>, reader: Omit<CloudView, 'children'>): Promise<CloudView> {
  const children = reader.reviews ? [] : await listChildrenIn(db, reader, [reader.channel_id]);
  return { ...reader, children: children.map(({ user_id }) => user_id) };
}

/** A folder that is named; null: the cloud itself. */
export async function openFolder(
  { db, fail }: Pick<Opening, 'db' | 'fail'>,
  key: CloudView,
  uuid: string | null | undefined,
): Promise<EntryRow | null> {
  if (uuid === null || uuid === undefined) return null;
  const folder = await findEntry(db, key, { uuid });
  return folder && folder.file_id === null ? folder : fail('not_found');
}

/**
 * The same for something that is brought into it: members bring nothing into a folder that is closed (C-7.60). Where it is
 * the time alone that is over, they are told so.
 */
export async function openTarget(context: Bringing, cloud: OpenCloud, uuid: string | null | undefined) {
  if (uuid && uuid === cloud.chat?.uuid) return context.fail('forbidden');
  const folder = await openFolder(context, cloud.key, uuid);
  const { actor, now, fail } = context;
  if (!folder || isAllowed(entryCanOf(folder, { actor, ...cloud, now }), 'upload')) return folder;
  const isShut = [...folder.above, folder].some((one) => one.is_protected_folder);
  return fail(isShut || !isAllowed(cloud.can, 'upload') ? 'forbidden' : 'hand_in_over');
}

/** The place of something that is brought into a folder; null: the cloud itself. */
export const placeOf = (folder: EntryRow | null): Place => ({
  id: folder?.id ?? null,
  isHandIn: folder !== null && (isHandInFolder(folder) || isHandedIn(folder)),
});

/** Refuses a field for a reason that is said in words. */
export function refuseField(
  t: Translate,
  path: string,
  rule: CloudRule | null,
  params: Record<string, string | number> = {},
): void {
  if (rule === null) return;
  const message = t(`cloud:rules.${rule}`, { maximum: '', name: '', allowed: '', ...params });
  refuseIssues([{ path, rule, params: {}, message }]);
}

/** Refuses, in words, a file of a kind that its folder does not take (C-5.24). */
export function refuseExtension(t: Translate, path: string, folder: EntryRow | null, names: readonly string[]): void {
  const extensions = takenBy(folder);
  const name = names.find((one) => !hasAllowedExtension(one, extensions));
  if (name !== undefined) refuseField(t, path, 'fileExtension', { name, allowed: writeExtensions(extensions) });
}

/** The same of one whose content was written. */
export const toWritten = (row: Pick<EntryRow, 'name' | 'above' | 'size' | 'edited_at'>) => ({
  ...toRecorded(row),
  size: Number(row.size),
  edited_at: row.edited_at,
});

/** What the audit log keeps of an entry. */
export const toRecorded = ({ name, above }: Pick<EntryRow, 'name' | 'above'>) => ({
  path: `/${[...above, { name }].map((one) => one.name).join('/')}`,
});
