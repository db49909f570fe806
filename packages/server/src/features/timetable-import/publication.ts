import { ApiError } from '@kreide/core/kernel';
import type { UploadRow } from './queries.ts';

/** What the audit log keeps of a publication. */
export function toRecordedPublication({ source, format, school_year_id, published_revision, changes }: UploadRow) {
  const { added, changed, removed } = changes ?? {};
  return { source, format, school_year_id, published_revision, added, changed, removed };
}

/** A publication as those who are told about it know it. */
export function toPublication(
  { school_id, school_year_id, id, previous_version_id, version_id }: UploadRow,
  isUndone: boolean,
) {
  if (school_year_id === null) throw new ApiError({ code: 'not_published' });
  const [from_version, to_version] = isUndone ? [version_id, previous_version_id] : [previous_version_id, version_id];
  return { school_id, school_year_id, upload_id: id, isUndone, from_version, to_version };
}
