import type { PersonalData } from '../../../kernel/data/personal-data.ts';

/** How somebody is told of news, and what was sent to their devices. */
export const notificationData: PersonalData = {
  notification_settings: (db, { school_id, user_id }) =>
    db
      .selectFrom('notification_settings')
      .select(['has_quiet', 'begins_at', 'ends_at', 'weekends', 'holidays', 'muted_kinds', 'paused_until'])
      .select(['digest', 'digest_at', 'reminder_mail'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .execute(),
  devices: (db, { school_id, user_id }) =>
    db
      .selectFrom('devices')
      .select(['name', 'type as kind', 'push_notification_consent as consent', 'app_version as version'])
      .select(['created_at', 'seen_at as last_used_at', 'ended_at as ends_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
  push_deliveries: (db, { school_id, user_id }) =>
    db
      .selectFrom('push_deliveries')
      .select(['kind', 'state', 'created_at', 'done_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
};
