import './errors.ts';
import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { chosen, one, oneFile } from './params.ts';
import { binEntry, cloudFile, fileVersion } from './schema.ts';

const oneVersion = z.object({ id: f.idText, uuid: z.union([f.uuid, f.idText]), version_uuid: f.uuid });

export const listBin = endpoint({
  method: 'GET',
  path: '/channels/cloud/{id}/bin',
  auth: 'user',
  needs: { can: 'cloud.view' },
  params: one,
  query: z.object({ page: f.pageQuery }),
  answer: f.answerOf(z.array(binEntry)),
  errors: ['not_found'],
  summary:
    'What the caller deleted in a cloud within 30 days, the latest first, 20 a page and one more that opens the next page; for those who review the cloud what anybody deleted.',
});

export const restore = endpoint({
  method: 'PUT',
  path: '/channels/cloud/{id}/bin/restore',
  auth: 'user',
  needs: { can: 'bin.restore' },
  params: one,
  body: z.strictObject({ files: chosen }),
  answer: f.answerOf(z.array(cloudFile)),
  errors: ['not_found'],
  audit: 'cloud:audit.restore',
  summary:
    'Brings files and folders back from the bin to where they were, or to the nearest folder above that is left; all or none. The answer says what lies elsewhere now, and what got a number since its name is taken.',
});

export const purge = endpoint({
  method: 'DELETE',
  path: '/channels/cloud/{id}/bin',
  auth: 'user',
  needs: { can: 'bin.purge' },
  params: one,
  body: z.strictObject({ files: chosen }),
  answer: null,
  errors: ['not_found'],
  audit: 'cloud:audit.purge',
  summary: 'Deletes files and folders of the bin for good, with their versions; all or none.',
});

export const emptyBin = endpoint({
  method: 'DELETE',
  path: '/channels/cloud/{id}/bin/all',
  auth: 'user',
  needs: { can: 'bin.purge' },
  params: one,
  answer: null,
  errors: ['not_found'],
  audit: 'cloud:audit.empty',
  summary: 'Deletes for good all that the caller sees in the bin of a cloud and may delete.',
});

export const listVersions = endpoint({
  method: 'GET',
  path: '/channels/cloud/{id}/files/{uuid}/versions',
  auth: 'user',
  needs: { can: 'cloud.view' },
  params: oneFile,
  answer: f.answerOf(z.array(fileVersion)),
  errors: ['not_found'],
  summary: 'The former contents of a file for 30 days, 20 at most, the latest first: who wrote them, and when.',
});

export const restoreVersion = endpoint({
  method: 'PUT',
  path: '/channels/cloud/{id}/files/{uuid}/versions/{version_uuid}/restore',
  auth: 'user',
  needs: { can: 'cloudFile.replace' },
  params: oneVersion,
  answer: f.answerOf(cloudFile),
  errors: ['not_found', 'document_open'],
  audit: 'cloud:audit.restoreVersion',
  summary: 'Makes a former content the content of a file again; what it had until then becomes a version.',
});

export const removeVersion = endpoint({
  method: 'DELETE',
  path: '/channels/cloud/{id}/files/{uuid}/versions/{version_uuid}',
  auth: 'user',
  needs: { can: 'cloudFile.delete' },
  params: oneVersion,
  answer: null,
  errors: ['not_found'],
  audit: 'cloud:audit.removeVersion',
  summary: 'Deletes a former content of a file for good.',
});
