import type * as z from 'zod/mini';
import { listMessages } from './personal-api.ts';
import type { Notification, NotificationCounts } from './schema.ts';

type Answer = { data: Notification[]; meta: z.output<(typeof listMessages)['answer']>['meta'] } & NotificationCounts;
type OfNotifications = Omit<typeof listMessages, 'answer'> & { readonly answer: z.ZodMiniType<Answer, Answer> };

/** The messages of the own personal channel, which are notifications and nothing else (C-7.106). */
export const listNotifications = listMessages as unknown as OfNotifications;

// By its own name, so that a first visit fetches none of the other calls about channels.
export { getPersonal } from './personal-api.ts';
