export * from './kept-api.ts';
export * from './large-api.ts';
export * from './storage-api.ts';

import './errors.ts';
import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { FILE_MAXIMUM_BYTES } from '../files/index.ts';
import { NEW_DOCUMENTS } from './editing.ts';
import { chosen, one, oneFile } from './params.ts';
import {
  CLOUD_ALT_MAXIMUM,
  CLOUD_DESCRIPTION_MAXIMUM,
  CLOUD_DIRECTIONS,
  CLOUD_EXTENSIONS_MAXIMUM,
  CLOUD_GROUPS,
  CLOUD_NAME_MAXIMUM,
  CLOUD_ORDERS,
  CLOUD_UPLOAD_MAXIMUM,
  RETURN_REMARK_MAXIMUM,
} from './rules.ts';
import {
  cloud,
  cloudDetails,
  cloudFile,
  cloudFileDetails,
  cloudUsage,
  FILE_TYPES,
  handIn,
  handInReturn,
  officeState,
} from './schema.ts';

// Counts code units; the limits that people know are told in words.
const name = f.text(2 * CLOUD_NAME_MAXIMUM);
const path = f.text(4000);
const altName = f.text(2 * CLOUD_ALT_MAXIMUM);
const description = f.text(2 * CLOUD_DESCRIPTION_MAXIMUM);
const extensions = z.array(f.line(20)).check(z.maxLength(2 * CLOUD_EXTENSIONS_MAXIMUM));

export const listOwn = endpoint({
  method: 'GET',
  path: '/channels/cloud',
  auth: 'user',
  needs: 'member',
  query: z.object({
    page: f.pageQuery,
    search: z.optional(f.line(100)),
    /** Of groups alone, or of conversations between two; left out: of both. */
    group: z.optional(z.enum(CLOUD_GROUPS)),
  }),
  answer: f.answerOf(z.array(cloud)),
  summary:
    'The clouds of the caller’s channels, those with the newest files first, 20 a page and one more that opens the next page.',
});

export const getUsage = endpoint({
  method: 'GET',
  path: '/channels/cloud/usage',
  auth: 'user',
  needs: 'member',
  query: z.object({ channel_id: z.optional(f.idText) }),
  answer: f.answerOf(cloudUsage),
  errors: ['not_found'],
  summary:
    'How much the caller has uploaded and may upload, in bytes, and how full a channel of theirs is with the files of its cloud and its chat; whoever looks after the school learns the same of it.',
});

export const getOffice = endpoint({
  method: 'GET',
  path: '/channels/cloud/office',
  auth: 'user',
  needs: { permission: 'edit-school' },
  answer: f.answerOf(officeState),
  summary: 'Whether documents can be edited online, and if not why, as the office server answers now.',
});

export const get = endpoint({
  method: 'GET',
  path: '/channels/cloud/{id}',
  auth: 'user',
  needs: { can: 'cloud.view' },
  params: one,
  answer: f.answerOf(cloudDetails),
  errors: ['not_found'],
  summary: 'The cloud of a channel with what lies at its top; both have the same number.',
});

export const upload = endpoint({
  method: 'POST',
  path: '/channels/cloud/{id}/upload',
  auth: 'user',
  needs: { can: 'cloud.upload' },
  params: one,
  upload: { max_files: CLOUD_UPLOAD_MAXIMUM, max_bytes: FILE_MAXIMUM_BYTES },
  body: z.strictObject({
    parent: z.optional(f.uuid),
    /** Calls the devices of those who see the files and let the channel ring; left out: of nobody. */
    has_push: z.optional(f.flagText),
    /** A file of a name that is taken becomes the new content of that file, whose former one stays as a version; left out: it gets a number. */
    is_replacing: z.optional(f.flagText),
    /** What each file shows, in their order. */
    alt_names: z.optional(z.array(altName).check(z.maxLength(CLOUD_UPLOAD_MAXIMUM))),
  }),
  answer: f.answerOf(z.array(cloudFile)),
  errors: ['not_found', 'hand_in_over', 'document_open'],
  // The app waits longer for a slow line (`UPLOAD_TIMEOUT`); whoever says nothing of it as long as for any body.
  timeout: 600_000,
  audit: 'cloud:audit.upload',
  summary:
    'Uploads files into a cloud or one of its folders. A name that is taken gets a number, which the answer says, or with `is_replacing` a new content where the caller may write it; a virus, an empty file and what does not fit, or is of another kind than its folder takes, is refused in words.',
});

export const createDirectory = endpoint({
  method: 'POST',
  path: '/channels/cloud/{id}/create-directory',
  auth: 'user',
  needs: { can: 'cloud.upload' },
  params: one,
  body: z.strictObject({
    parent: z.nullable(f.uuid),
    name,
    is_protected_folder: z.optional(z.boolean()),
    upload_limited_at: z.optional(z.nullable(f.instant)),
    allowed_extensions: z.optional(extensions),
    description: z.optional(description),
  }),
  answer: f.answerOf(cloudFile),
  errors: ['not_found', 'hand_in_over'],
  audit: 'cloud:audit.folder',
  summary:
    'Makes a folder. Only who manages the cloud may protect it, so that members add nothing, limit it to files with some extensions, or say until when they hand something in there, which only they, their parents in the channel and its administrators see.',
});

export const create = endpoint({
  method: 'POST',
  path: '/channels/cloud/{id}/create',
  auth: 'user',
  needs: { can: 'cloud.upload' },
  params: one,
  body: z.strictObject({ name, parent: z.nullable(f.uuid), type: z.enum(NEW_DOCUMENTS) }),
  answer: f.answerOf(cloudFile),
  errors: ['not_found', 'hand_in_over', 'office_away'],
  audit: 'cloud:audit.create',
  summary:
    'Begins an empty document, sheet or presentation that can be edited online. A name that is taken gets a number, which the answer says.',
});

export const rename = endpoint({
  method: 'PUT',
  path: '/channels/cloud/{id}/rename',
  auth: 'user',
  needs: { can: 'cloudFile.rename' },
  params: one,
  body: z.strictObject({ path, new_path: path }),
  answer: f.answerOf(cloudFile),
  errors: ['not_found'],
  audit: 'cloud:audit.rename',
  summary:
    'Renames the file or folder of a path; `new_path` is the new name, or the same path with it. A file keeps its extension.',
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/channels/cloud/{id}/delete',
  auth: 'user',
  needs: { can: 'cloudFile.delete' },
  params: one,
  body: z.strictObject({ files: chosen }),
  answer: null,
  errors: ['not_found'],
  audit: 'cloud:audit.remove',
  summary: 'Puts files, and folders with all that is in them, into the bin; all or none.',
});

export const list = endpoint({
  method: 'GET',
  path: '/channels/cloud/{id}/files',
  auth: 'user',
  needs: { can: 'cloud.view' },
  params: one,
  query: z.object({
    path: z.optional(path),
    parent: z.optional(f.uuid),
    orderBy: z.optional(z.enum(CLOUD_ORDERS)),
    orderDir: z.optional(z.enum(CLOUD_DIRECTIONS)),
    file_type: z.optional(z.enum(FILE_TYPES)),
    page: f.pageQuery,
    search: z.optional(f.line(100)),
  }),
  answer: f.answerOf(z.array(cloudFile)),
  errors: ['not_found'],
  summary:
    'What lies in a cloud, or in one of its folders, folders first, that of the chat before all others, 12 a page and one more that opens the next page; with search everything below it whose name has these words.',
});

export const move = endpoint({
  method: 'PUT',
  path: '/channels/cloud/{id}/files/move',
  auth: 'user',
  needs: { can: 'cloudFile.move' },
  params: one,
  body: z.strictObject({ files_uuid: chosen, parent: z.nullable(f.uuid) }),
  answer: f.answerOf(z.array(cloudFile)),
  errors: ['not_found', 'hand_in_over'],
  audit: 'cloud:audit.move',
  summary:
    'Moves files and folders into a folder of the same cloud, or out of all with null; all or none. A name that is taken there gets a number, which the answer says.',
});

export const getFile = endpoint({
  method: 'GET',
  path: '/channels/cloud/{id}/files/{uuid}',
  auth: 'user',
  needs: { can: 'cloud.view' },
  params: oneFile,
  query: z.object({
    /** Its number as the asker knows it. */
    id: z.optional(f.idText),
    /** The number of the folder, or of the cloud where there is none, in which the asker has found it. */
    source_id: z.optional(f.idText),
  }),
  answer: f.answerOf(cloudFileDetails),
  errors: ['not_found'],
  summary:
    'One file or folder with the folders above it, what lies in a folder, and fresh addresses to read and save it; only if it is still the one, and still there, that `id` and `source_id` say (C-7.71).',
});

export const updateFile = endpoint({
  method: 'PUT',
  path: '/channels/cloud/{id}/files/{uuid}',
  auth: 'user',
  needs: { can: 'cloudFile.update' },
  params: oneFile,
  body: z.strictObject({
    alt_name: z.optional(altName),
    is_protected_folder: z.optional(z.boolean()),
    upload_limited_at: z.optional(z.nullable(f.instant)),
    allowed_extensions: z.optional(extensions),
    description: z.optional(description),
  }),
  answer: f.answerOf(cloudFile),
  errors: ['not_found'],
  audit: 'cloud:audit.update',
  summary: 'Changes what a file or folder is described with, or who may add what to a folder; what is left out stays.',
});

export const change = endpoint({
  method: 'PUT',
  path: '/channels/cloud/{id}/files/{uuid}/change',
  auth: 'user',
  needs: { can: 'cloudFile.change-collaboration' },
  params: oneFile,
  body: z.strictObject({ is_collaborative: z.boolean() }),
  answer: f.answerOf(cloudFile),
  errors: ['not_found', 'office_away'],
  audit: 'cloud:audit.change',
  summary:
    'Lets everybody who brings files to its place edit a document online, or its owner and those who manage the cloud alone.',
});

export const listHandIns = endpoint({
  method: 'GET',
  path: '/channels/cloud/{id}/files/{uuid}/hand-ins',
  auth: 'user',
  needs: { can: 'cloud.review' },
  params: oneFile,
  answer: f.answerOf(z.array(handIn)),
  errors: ['not_found'],
  summary: 'Who of the pupils of a channel has handed something in in a folder, and who has not, by their names.',
});

export const listReturns = endpoint({
  method: 'GET',
  path: '/channels/cloud/{id}/files/{uuid}/returns',
  auth: 'user',
  needs: { can: 'cloud.view' },
  params: oneFile,
  answer: f.answerOf(z.array(handInReturn)),
  errors: ['not_found'],
  summary:
    'What was given back in a hand-in folder, the newest first: to the caller and their children, or to everybody for those who review.',
});

export const giveBack = endpoint({
  method: 'POST',
  path: '/channels/cloud/{id}/files/{uuid}/returns',
  auth: 'user',
  needs: { can: 'cloud.manage' },
  params: oneFile,
  upload: { max_files: CLOUD_UPLOAD_MAXIMUM, max_bytes: FILE_MAXIMUM_BYTES },
  body: z.strictObject({ user_id: f.idText, remark: z.optional(f.text(2 * RETURN_REMARK_MAXIMUM)) }),
  answer: f.answerOf(handInReturn),
  errors: ['not_found'],
  timeout: 600_000,
  audit: 'cloud:audit.giveBack',
  summary:
    'Gives a remark, corrected files, or both back to one pupil of a hand-in folder, who is told of it; nobody else sees them but their parents in the channel and those who review.',
});

export const takeBack = endpoint({
  method: 'DELETE',
  path: '/channels/cloud/{id}/files/{uuid}/returns/{return_uuid}',
  auth: 'user',
  needs: { can: 'cloud.manage' },
  params: z.object({ id: f.idText, uuid: z.union([f.uuid, f.idText]), return_uuid: f.uuid }),
  answer: null,
  errors: ['not_found'],
  audit: 'cloud:audit.takeBack',
  summary: 'Takes back what was given to a pupil, with its files and what they were told of it.',
});

export const archive = endpoint({
  method: 'GET',
  path: '/cloud/folders/{uuid}/{name}',
  auth: 'public',
  needs: 'nothing',
  params: z.object({ uuid: f.uuid, name: f.line(300) }),
  query: z.object({
    audience: z.optional(f.line(40, 0)),
    expires: z.optional(f.line(20, 0)),
    signature: z.optional(f.line(100, 0)),
  }),
  answer: null,
  produces: 'file',
  errors: ['not_found'],
  summary: 'A folder with all that is in it as a ZIP, at the address that a member of its channel was given.',
});
