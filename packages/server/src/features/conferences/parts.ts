import type { ConferenceSettings } from '../../kernel/config/conference-config.ts';
import type { CloseTask } from './close.ts';

/** What conferences need of the server. */
export interface ConferenceParts {
  /** For the answer of the message that tells of a conference. */
  fileKey: Uint8Array;
  readonly appUrl: () => string;
  readonly settings: ConferenceSettings;
  /** Closes the room of a conference that was ended for all. */
  readonly close: CloseTask;
}
