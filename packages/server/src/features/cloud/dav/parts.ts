import type { FeatureParts } from '../../../kernel/feature.ts';
import type { UploadParts } from '../../files/index.ts';
import type { changingHandlers } from '../changing.ts';
import type { PlacingParts } from '../uploading.ts';

/** What bringing and changing files needs, and the app's own ways to do it. */
export interface Writing extends UploadParts, PlacingParts, Pick<FeatureParts, 'temporaryFolder'> {
  readonly changing: ReturnType<typeof changingHandlers>;
}

export interface DavParts extends Writing, Pick<FeatureParts, 'clock' | 'texts' | 'appUrl'> {}
