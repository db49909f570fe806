export { addressOf, archiveAddressOf, type FileReader, type OwnedFile, type ShownFile, toFileEntry } from './entry.ts';
export { filesFeature } from './feature.ts';
export type { FileOwner, FileOwners } from './owners.ts';
export {
  beginPartial,
  dropPartial,
  openPartial,
  type PartialUpload,
  withPartial,
} from './partial/uploads.ts';
export { lockPersonLimit, setPersonLimit, usedPart } from './queries/limits.ts';
export { countComing, deletePartial } from './queries/partial.ts';
export { countUsedBytes } from './queries/quota.ts';
export {
  countUploads,
  describeFiles,
  type FilePurpose,
  keepUploads,
  listStored,
  listUploads,
  removeFiles,
  renameFiles,
} from './queries/uploads.ts';
export { filesPart } from './queries.ts';
export { personMaximum, refuseOverQuota } from './quota.ts';
export { type Bringing, type StoredUpload, storeUpload, type UploadParts } from './upload.ts';
