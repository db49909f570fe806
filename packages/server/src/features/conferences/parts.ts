import type { ConferenceSettings } from '../../kernel/conference-config.ts';
import type { CloseTask } from './close.ts';

/** What conferences need of the server. */
export interface ConferenceParts {
  readonly appUrl: () => string;
  readonly settings: ConferenceSettings;
  /** Closes the room of a conference that was ended for all. */
  readonly close: CloseTask;
}
