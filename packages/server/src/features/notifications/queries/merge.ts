import { ends, joins, type Merge } from '../../../kernel/data/merge.ts';

/** Devices end with their sessions; the settings of the one who stays hold. */
export const notificationsMerge: Merge = {
  'devices.user_id': ends(),
  'push_deliveries.user_id': ends(),
  'notification_settings.user_id': joins('notification_settings.user_id', { within: [] }),
};
