import { NEW_DOCUMENT_EXTENSIONS, NEW_DOCUMENTS, type NewDocument } from '@kreide/core/features/cloud';
import type { Language } from '@kreide/core/kernel';
import type { Actor } from '../../../kernel/http/context.ts';
import type { EntryRow } from '../queries/entries.ts';
import type { Office } from './office.ts';
import { createEditToken, toEditEnd } from './token.ts';

/** Where an office server finds the files of clouds, below our own address. */
export const WOPI_PATH = '/wopi/files';

/** What can be edited online, for answers in one language. */
export interface Editing {
  edits(extension: string): boolean;
  /** Where a file is edited; null: it is not. */
  addressOf(file: Pick<EntryRow, 'extension' | 'uuid'>): string | null;
}

/** Null: nothing can be edited now. */
export type EditingFor = (language: Language) => Promise<Editing | null>;

type TokenOf = Pick<EntryRow, 'id' | 'uuid' | 'channel_id'>;

export interface EditingParts {
  readonly office: Office | null;
  readonly editingFor: EditingFor;
  /** What opens a file for somebody, and until when (C-9.28). */
  readonly tokenFor: (
    actor: Actor,
    file: TokenOf,
    now: Date,
  ) => { readonly edit_access_token: string; readonly edit_expires_at: string };
}

/** The parts of online editing that answers about files need. */
export function editingParts(office: Office | null, appUrl: () => string, key: Buffer): EditingParts {
  return {
    office,

    async editingFor(language) {
      const view = await office?.view();
      if (!view) return null;
      return {
        edits: (extension) => view.edits(extension),
        addressOf: ({ extension, uuid }) =>
          view.addressOf(extension, { language, source: `${appUrl()}${WOPI_PATH}/${uuid}` }),
      };
    },

    tokenFor({ school_id, session_id, user_id }, { id, uuid, channel_id }, now) {
      const expires = toEditEnd(now);
      const grant = { school_id, session_id, user_id, channel_id, id, uuid, expires };
      return { edit_access_token: createEditToken(key, grant), edit_expires_at: expires.toISOString() };
    },
  };
}

/** The documents that can be begun where this can be edited. */
export const newDocumentsOf = (editing: Editing | null): NewDocument[] =>
  NEW_DOCUMENTS.filter((type) => editing?.edits(NEW_DOCUMENT_EXTENSIONS[type]) === true);
