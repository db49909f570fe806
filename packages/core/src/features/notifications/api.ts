import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { DIGEST_TOKEN_MAXIMUM } from './digest.ts';
import './errors.ts';
import { TOKEN_MAXIMUM } from './push.ts';
import {
  delivery,
  deliveryFilters,
  deliveryQuery,
  device,
  deviceDraft,
  notificationSettings,
  pushDetails,
  pushDraft,
  schoolDelivery,
  schoolNotificationSettings,
  settingsDraft,
} from './schema.ts';

const person = z.object({ id: z.union([z.literal('self'), f.idText]) });
const token = z.strictObject({ token: f.line(TOKEN_MAXIMUM) });

export const saveDevice = endpoint({
  forLeavers: true,
  method: 'POST',
  path: '/users/{id}/devices',
  auth: 'user',
  needs: 'self',
  params: person,
  body: deviceDraft,
  answer: f.answerOf(device),
  errors: ['not_found', 'push_token_rejected'],
  audit: 'notifications:audit.device',
  summary:
    'Registers the device for push messages, or says what has changed about it; one that was somebody else’s is the caller’s from then on.',
});

export const listDevices = endpoint({
  method: 'GET',
  path: '/users/{id}/devices',
  auth: 'user',
  needs: 'self',
  params: person,
  answer: f.answerOf(z.array(device)),
  errors: ['not_found'],
  summary: 'The own devices that are registered for push messages, last seen first.',
});

export const removeToken = endpoint({
  forLeavers: true,
  method: 'DELETE',
  path: '/users/{id}/devices',
  auth: 'user',
  needs: 'self',
  params: person,
  body: token,
  answer: null,
  errors: ['not_found'],
  audit: 'notifications:audit.deviceGone',
  summary: 'Removes an own device by its push token; it gets no more messages.',
});

export const revokeDevice = endpoint({
  method: 'DELETE',
  path: '/devices/revoke',
  auth: 'public',
  needs: 'nothing',
  body: token,
  answer: null,
  audit: 'notifications:audit.deviceGone',
  summary: 'Removes a device by its push token, without a session: whoever has the token has the device.',
});

export const getPushDetails = endpoint({
  method: 'GET',
  path: '/push/push-details',
  auth: 'user',
  needs: 'self',
  answer: f.answerOf(pushDetails),
  summary: 'What push help shows: the key to subscribe with, and the own devices with their last delivery.',
});

export const testPush = endpoint({
  forLeavers: true,
  method: 'POST',
  path: '/users/{id}/push-test',
  auth: 'user',
  needs: 'self',
  params: person,
  answer: f.answerOf(z.object({ devices: z.int() })),
  errors: ['not_found'],
  audit: 'notifications:audit.test',
  summary: 'Sends a test message to the own devices at once; answers to how many.',
});

export const sendPush = endpoint({
  method: 'POST',
  path: '/users/{id}/send-push',
  auth: 'user',
  needs: { permission: 'send-push' },
  params: z.object({ id: f.idText }),
  body: pushDraft,
  answer: f.answerOf(z.object({ devices: z.int() })),
  errors: ['not_found'],
  audit: 'notifications:audit.send',
  summary:
    'Puts a message into the notifications of a user and calls for it by push; the push itself says nothing of it.',
});

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/users/{id}/push-deliveries',
  auth: 'user',
  needs: 'member',
  params: person,
  query: z.object({ page: f.pageQuery }),
  answer: f.answerOf(z.array(delivery)),
  errors: ['not_found'],
  summary:
    'What became of push messages and mails to the caller, newest first, 20 a page and one more that opens the next page; of others with send-push.',
});

export const listSchoolDeliveries = endpoint({
  method: 'GET',
  path: '/schools/push-deliveries',
  auth: 'user',
  needs: { permission: 'send-push' },
  query: deliveryQuery,
  answer: f.answerOf(z.array(schoolDelivery)),
  errors: ['not_found'],
  summary:
    'What became of push messages and mails of the own school, newest first unless ordered, 20 a page and one more that opens the next page: by person, device, way and outcome.',
});

export const countSchoolDeliveries = endpoint({
  method: 'GET',
  path: '/schools/push-deliveries/count',
  auth: 'user',
  needs: { permission: 'send-push' },
  query: deliveryFilters,
  answer: f.answerOf(z.object({ count: z.int() })),
  errors: ['not_found'],
  summary: 'How many push messages and mails the log of the own school has with these filters.',
});

export const getSettings = endpoint({
  method: 'GET',
  path: '/users/{id}/settings/notifications',
  auth: 'user',
  needs: 'self',
  params: person,
  answer: f.answerOf(notificationSettings),
  errors: ['not_found'],
  summary: 'How the caller wants to be told: quiet hours, kinds, a pause; and the quiet hours of the school.',
});

export const updateSettings = endpoint({
  forLeavers: true,
  method: 'PUT',
  path: '/users/{id}/settings/notifications',
  auth: 'user',
  needs: 'self',
  params: person,
  body: settingsDraft,
  answer: f.answerOf(notificationSettings),
  errors: ['not_found'],
  audit: 'notifications:audit.settings',
  summary: 'Sets the own quiet hours, or those of the school with null, and the kinds without push messages.',
});

export const pause = endpoint({
  forLeavers: true,
  method: 'PUT',
  path: '/users/{id}/settings/pause-notifications',
  auth: 'user',
  needs: 'self',
  params: person,
  body: z.strictObject({ until: z.nullable(f.instant) }),
  answer: f.answerOf(notificationSettings),
  errors: ['not_found'],
  audit: 'notifications:audit.settings',
  summary: 'Pauses the own push messages until a time, or ends the pause with null; what comes meanwhile waits.',
});

export const updateSchoolSettings = endpoint({
  method: 'PUT',
  path: '/schools/notification-settings',
  auth: 'user',
  needs: { permission: 'edit-school' },
  body: schoolNotificationSettings,
  answer: f.answerOf(schoolNotificationSettings),
  audit: 'notifications:audit.schoolQuiet',
  summary:
    'Sets the quiet hours of the own school, for all who have none of their own, and when its digests by mail go.',
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/notifications/digests/unsubscribe',
  auth: 'public',
  needs: 'nothing',
  body: z.strictObject({ token: f.line(DIGEST_TOKEN_MAXIMUM) }),
  answer: null,
  errors: ['not_found'],
  audit: 'notifications:audit.settings',
  summary: 'Ends the digests by mail of whom the link in one of them was made for, without a session.',
});

export { getActivitySummary, markSeen, markUnseen } from './summary-api.ts';
