import { notificationsApi } from '@kreide/core/features/notifications';
import { queryOf } from '../../kernel/data.ts';

export const SELF = { params: { id: 'self' } } as const;

/** How the user wants to be told. */
export const settingsQuery = queryOf(notificationsApi.getSettings, SELF);

/** The user's devices with their last delivery. */
export const pushDetailsQuery = queryOf(notificationsApi.getPushDetails, {});
