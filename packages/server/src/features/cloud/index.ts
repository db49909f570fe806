// Whoever may write in a channel brings files into its cloud (C-1.08).
export { writesAnywhere as uploadsAnywhere } from '../channels/index.ts';
export { cloudFeature } from './feature.ts';
export { type CloudMeasure, type MovedName, measureCloud, moveEntry, nextEntry } from './queries/content.ts';
export { isCloudReader } from './queries/files-of.ts';
export { resizeEntries } from './queries/resizing.ts';
export { countSent } from './queries/traffic.ts';
export type { ReturnTeller } from './returns.ts';
export type { UploadTeller } from './telling.ts';
export { fillingOf, keepShare, refuseOverflow, shareOf } from './uploading.ts';
