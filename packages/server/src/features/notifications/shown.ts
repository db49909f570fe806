import { type Delivery, type Device, SILENT_DAYS } from '@kreide/core/features/notifications';
import type { DeviceRow } from './queries/devices.ts';

/** A device as sent, without its token. */
export function toDevice({ state, code, done_at, ...row }: DeviceRow, now: Date): Device {
  const isSilent = now.getTime() - Date.parse(row.seen_at) > SILENT_DAYS * 86_400_000;
  return {
    ...row,
    type: row.type as Device['type'],
    push_notification_consent: row.push_notification_consent as Device['push_notification_consent'],
    is_silent: isSilent ? 1 : 0,
    last_delivery: state === null || done_at === null ? null : { state: state as Delivery['state'], code, at: done_at },
  };
}
